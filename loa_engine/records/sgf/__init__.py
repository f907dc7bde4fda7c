"""Smart Game Format: its text, its set-ups, reading and writing."""
