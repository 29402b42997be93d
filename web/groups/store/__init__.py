"""What keeps groups' scorebooks: the tables, the merge and the store around it."""
