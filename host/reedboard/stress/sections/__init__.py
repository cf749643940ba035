"""One attack a file: what `reedboard stress` runs."""
