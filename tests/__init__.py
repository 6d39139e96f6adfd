"""The tests of the hub; they mirror its modules."""
