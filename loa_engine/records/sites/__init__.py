"""The forms of single programs and sites."""
