"""Full-text search in the rules."""
