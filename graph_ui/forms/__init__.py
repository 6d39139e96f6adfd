"""Forms of the console's pages."""
