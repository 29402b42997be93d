"""The rules pages, rendered from the Markdown in the games' folders."""
