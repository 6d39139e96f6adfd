"""Tables of spaces and their members."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models

from memoryhub.core import clock, ids

TAG_PATTERN = r"^[A-Za-z0-9_:.-]{1,100}$"


class Space(models.Model):
    """An isolated partition, named by its container tag; nothing crosses it.

    `scale` is what has been counted and built for a space that has grown large (see `spaces.scale`).
    """

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    tag = models.CharField(max_length=100, unique=True, validators=[RegexValidator(TAG_PATTERN)])
    name = models.CharField(max_length=120)
    emoji = models.CharField(max_length=16, blank=True)
    description = models.TextField(blank=True, max_length=2000)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=16, blank=True)
    settings = models.JSONField(default=dict, blank=True)
    scale = models.JSONField(default=dict, blank=True, editable=False)
    is_demo = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=clock.now)
    archived_at = models.DateTimeField(null=True, blank=True)
    purge_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(tag__regex=TAG_PATTERN), name="space_tag_form"),
        ]

    def __str__(self) -> str:
        return self.tag


class Membership(models.Model):
    """A person's role in a space."""

    class Role(models.TextChoices):
        VIEWER = "viewer"
        REVIEWER = "reviewer"
        EDITOR = "editor"
        OWNER = "owner"

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role.choices)
    since = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "user"], name="membership_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=["viewer", "reviewer", "editor", "owner"]), name="membership_role"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} of {self.space_id}"
