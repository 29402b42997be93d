"""The search in the rules."""
