"""What `doctor` finds of each part, and what to do about it; nothing here raises."""
