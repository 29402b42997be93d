"""What a server needs and a browser does not: settings, static files, compression, the command that serves."""
