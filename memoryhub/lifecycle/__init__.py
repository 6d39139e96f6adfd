"""What must reach several rooms: expiry, erase, purge, retention, deleting documents and spaces."""
