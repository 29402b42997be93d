"""The rules pages, made of the Markdown in the games' folders."""
