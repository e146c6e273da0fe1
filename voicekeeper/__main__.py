"""`python -m voicekeeper` is the same program."""

from voicekeeper.cli import main

main()
