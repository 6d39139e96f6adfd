"""What the page of documents shows: the rows of its list, how far each has come, and what is read in one."""
