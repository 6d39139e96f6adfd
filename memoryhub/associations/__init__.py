"""Association keys, links, and the clusters and layout of the graph."""
