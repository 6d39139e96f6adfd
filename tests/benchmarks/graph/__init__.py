"""How the graph does: arranging the map, and the pages that show it (`python -m tests.benchmarks.graph --help`)."""
