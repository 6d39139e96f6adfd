"""Memoryhub: self-hosted memory for AI agents, seen, judged and corrected by people."""
