"""Lets `python -m loa_engine` stand for the `loa` command."""

from loa_engine.cli import main

if __name__ == "__main__":
    main()
