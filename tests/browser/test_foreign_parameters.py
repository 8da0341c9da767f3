"""The address carries what differs from where the page opens, and leaves others' part alone."""
