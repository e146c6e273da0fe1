"""What scripts/soak.py is made of."""
