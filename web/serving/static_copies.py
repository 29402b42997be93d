"""The command that writes the compressed copies of the static files: `python -m web.serving.static_copies`."""

from web.common.static_copies import compress_files

if __name__ == "__main__":
    compress_files()
