"""Documents, inputs, chunks and turns, and their raw search candidates."""
