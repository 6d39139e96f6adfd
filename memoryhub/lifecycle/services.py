"""Writes that must reach several rooms: deleting documents, erasing memories, purging spaces."""

from memoryhub.lifecycle.deleting import Deleted, Impact, delete_documents, impact_of_deleting
from memoryhub.lifecycle.erasing import erase_memory
from memoryhub.lifecycle.purging import purge_space

__all__ = ["Deleted", "Impact", "delete_documents", "erase_memory", "impact_of_deleting", "purge_space"]
