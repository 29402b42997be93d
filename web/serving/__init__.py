"""Server-only parts: settings, static files, compression, and the serve command."""
