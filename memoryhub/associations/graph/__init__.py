"""The map of a space as pure functions over arrays: clusters, their names, and a place for every node."""
