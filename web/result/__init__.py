"""The result of a sheet: its headline, chart, comparison and preview picture."""
