"""Files that come with the program: geometry files and the firmware."""
