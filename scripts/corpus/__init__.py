"""Speech of our own to measure and tune by: what is said, by whom, and the engines."""
