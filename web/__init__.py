"""What turns rooms into pages: forms, pages, the API, rules and languages."""
