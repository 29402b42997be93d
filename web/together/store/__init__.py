"""What keeps shared sheets: the tables, the database, the merge and the store around it."""
