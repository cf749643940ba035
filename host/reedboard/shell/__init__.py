"""Everything that touches the world: serial link, journal and archive, web, clock, the app loop."""
