"""The result of a sheet: headline, chart and preview image."""
