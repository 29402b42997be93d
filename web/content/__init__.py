"""What is prepared before a start: rendered rules, the search index, and a check that it fits the sources."""
