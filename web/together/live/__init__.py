"""What pushes changes of shared sheets: event streams, what they are told, and signs of who is about to type."""
