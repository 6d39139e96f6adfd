"""What the graph page sends to a browser, and its list twin: pure functions over a map."""
