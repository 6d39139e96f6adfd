"""What the pages of memories work out before they show it."""
