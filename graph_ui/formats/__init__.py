"""How dates and numbers are written, where Django writes them otherwise."""
