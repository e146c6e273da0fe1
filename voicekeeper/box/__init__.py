"""voicekeeper as a box on the table: a service that starts with its machine."""
