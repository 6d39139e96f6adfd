"""Whether a new fact updates an old one: silently by a short list of sure rules, as a proposal, or not at all."""

from memoryhub.ingest.updates.decision import decide
from memoryhub.ingest.updates.model import Candidate, Verdict

__all__ = ["Candidate", "Verdict", "decide"]
