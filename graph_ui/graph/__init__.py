"""What the graph page sends to a browser and to other programs, and its list twin: pure functions over a map."""
