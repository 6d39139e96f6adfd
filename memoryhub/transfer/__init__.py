"""Documents carried from one space into another, or made one."""
