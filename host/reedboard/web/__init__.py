"""The status page: Flask, server-sent events, waitress."""
