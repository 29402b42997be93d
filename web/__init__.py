"""What turns games into pages: forms, pages, the API, rules and languages."""
