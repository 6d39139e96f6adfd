"""The console: pages, forms and graph payloads; no tables and no writes of its own."""
