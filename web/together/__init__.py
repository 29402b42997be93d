"""Score together: a player's own column, and the shared sheet that several phones fill."""
