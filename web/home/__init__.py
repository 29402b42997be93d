"""The home page in each language, and the About page."""
