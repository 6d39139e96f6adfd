"""Pages of the console, one module each; every module ends with its addresses."""
