"""One file a section of `reedboard bench`; each holds a click command named `command` that prints its figures."""
