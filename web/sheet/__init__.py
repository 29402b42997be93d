"""The score sheet as a form."""
