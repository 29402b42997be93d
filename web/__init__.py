"""The web application: sheets, results, rules, search and the HTTP API."""
