"""What must reach several rooms: expiry, erase, purge, deleting documents and spaces."""
