"""Tables of people, API keys and preferences."""

from __future__ import annotations

import functools
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower

from memoryhub.core import clock, ids


class Users(BaseUserManager["User"]):
    """Makes users; Django's own commands look for these two methods."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person. Staff manage spaces and see no content by that alone."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    email = models.EmailField(unique=True)
    name = models.CharField(max_length=120, blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=clock.now)

    objects: ClassVar[Users] = Users()
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_any_case")]

    def __str__(self) -> str:
        return self.name or self.email

    @functools.cached_property
    def choices(self) -> dict[str, Any]:
        """Name -> what they have chosen for the whole hub; asked for once a request."""
        return dict(self.preferences.filter(space_id=None).values_list("name", "value"))


class ApiKey(models.Model):
    """A program's credential, held by a person: its right is its scope and the owner's live membership, both."""

    class Scope(models.TextChoices):
        READ = "read"
        WRITE = "write"
        REVIEW = "review"
        ADMIN = "admin"

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=120)
    hash = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=12)
    scope = models.CharField(max_length=8, choices=Scope.choices)
    all_spaces = models.BooleanField(default=False)
    space_ids = ArrayField(models.UUIDField(), default=list, blank=True)
    created_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scope__in=["read", "write", "review", "admin"]), name="api_key_scope"
            ),
            models.CheckConstraint(
                condition=models.Q(all_spaces=False) | models.Q(space_ids__len=0), name="api_key_spaces_or_all"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"


class Preference(models.Model):
    """One choice of a person, for the whole hub or for one space."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="preferences")
    space_id = models.UUIDField(null=True, blank=True)
    name = models.CharField(max_length=64)
    value = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "space_id", "name"], name="preference_once", nulls_distinct=False)
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"


class CallCount(models.Model):
    """How often a person or a key has called in the newest `period`, a number that counts up with time.

    The table is not logged (migration 0002): a count needs no disk, and a crash of the server forgives all.
    """

    caller_id = models.UUIDField(primary_key=True)
    period = models.BigIntegerField()
    calls = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.calls} calls of {self.caller_id}"
