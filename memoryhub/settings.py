"""Settings of the hub; everything a person may set is read from the environment here and listed in the README."""

from __future__ import annotations

import os
from pathlib import Path

from memoryhub.core import postgres, secret

BASE_DIR = Path(__file__).resolve().parent.parent


def _flag(name: str, default: bool = False) -> bool:
    return os.environ.get(name, str(default)).strip().lower() in {"1", "true", "yes", "on"}


def _names(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


MEMORYHUB_HOME = postgres.home()
DEBUG = _flag("MEMORYHUB_DEBUG")
SECRET_KEY = os.environ.get("MEMORYHUB_SECRET_KEY") or secret.secret_key(MEMORYHUB_HOME)
ALLOWED_HOSTS = _names("MEMORYHUB_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _names("MEMORYHUB_TRUSTED_ORIGINS")
HTTPS = _flag("MEMORYHUB_HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "channels",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "pgtrigger",
    "procrastinate.contrib.django",
    "rest_framework",
    "template_partials",
    "memoryhub",
    "memoryhub.ledger",
    "memoryhub.ai",
    "memoryhub.accounts",
    "memoryhub.spaces",
    "memoryhub.jobs",
    "memoryhub.documents",
    "memoryhub.memories",
    "memoryhub.associations",
    "memoryhub.review",
    "graph_ui",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "graph_ui.language.ChosenLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "graph_ui.errors.HubErrorMiddleware",
]

ROOT_URLCONF = "memoryhub.urls"
ASGI_APPLICATION = "memoryhub.asgi.application"
WSGI_APPLICATION = "memoryhub.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "graph_ui.context.console",
            ],
        },
    }
]

_server = postgres.connection_settings()
_pool = {
    "min_size": 1,
    "max_size": int(os.environ.get("MEMORYHUB_POOL_SIZE", "10")),
    # In seconds: a page says soon that the database is away, and tries to reach it are made often.
    "timeout": 5,
    "reconnect_timeout": 10,
}
DATABASES = {
    "default": {
        **_server,
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 0,
        # After a crash of the server, pooled connections are found dead before a page is served with one.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **_server.get("OPTIONS", {}),
            "pool": _pool,
            # Planning takes longer than running most statements: what comes again is planned once for a connection.
            "server_side_binding": True,
            "prepare_threshold": 5,
        },
    }
}
CACHES = {
    # Django's own limit of 300 rows would throw counters of failed sign-ins away while they count.
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "hub_cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
}
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "sesame.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
SESAME_MAX_AGE = 15 * 60
SESAME_ONE_TIME = True
ACCOUNT_ADAPTER = "memoryhub.accounts.adapter.ClosedSignup"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_RATE_LIMITS = {"login_failed": "10/m/ip,5/5m/key", "login": "30/m/ip"}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [BASE_DIR / "memoryhub" / "locale"]
FORMAT_MODULE_PATH = ["graph_ui.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
# Only what pages ask for: the folder also holds the packages the bundle is built from.
STATICFILES_DIRS = [(name, BASE_DIR / "static" / name) for name in ("css", "dist", "img", "js")]
WHITENOISE_USE_FINDERS = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "memoryhub.api.authentication.BearerKey",
        "memoryhub.api.authentication.SignedInPerson",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["memoryhub.api.parsing.StrictJSON"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "memoryhub.api.problems.handler",
    "DEFAULT_THROTTLE_CLASSES": ["memoryhub.api.throttling.PerKey"],
    "DEFAULT_THROTTLE_RATES": {"key": os.environ.get("MEMORYHUB_API_RATE", "1200/min")},
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Memoryhub",
    "DESCRIPTION": "Spaces, documents, memories, relations, review, search and ledger of one hub.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
}

PROCRASTINATE_IMPORT_PATHS = [
    "memoryhub.jobs.schedules",
    "memoryhub.ingest.tasks",
    "memoryhub.retrieval.tasks",
    "memoryhub.lifecycle.tasks",
    "memoryhub.lifecycle.bulk_tasks",
    "memoryhub.lifecycle.retention_tasks",
]

FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 2**20
DATA_UPLOAD_MAX_MEMORY_SIZE = 60 * 2**20

OPENAI_API_KEY = os.environ.get("OPENAI_API_KEY", "")
OPENAI_BASE_URL = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
OPENAI_EMBEDDING_MODEL = os.environ.get("OPENAI_EMBEDDING_MODEL", "")
MEMORYHUB_EMBEDDER = os.environ.get("MEMORYHUB_EMBEDDER", "openai" if OPENAI_EMBEDDING_MODEL else "muse")
MEMORYHUB_RERANK_URL = os.environ.get("MEMORYHUB_RERANK_URL", "")
MEMORYHUB_RERANK_KEY = os.environ.get("MEMORYHUB_RERANK_KEY", "")
MEMORYHUB_RERANK_MODEL = os.environ.get("MEMORYHUB_RERANK_MODEL", "")
MEMORYHUB_RERANK_SECONDS = float(os.environ.get("MEMORYHUB_RERANK_SECONDS", "2"))
MEMORYHUB_RERANKER = os.environ.get("MEMORYHUB_RERANKER", "endpoint" if MEMORYHUB_RERANK_URL else "")
MEMORYHUB_EXTRACTOR = os.environ.get("MEMORYHUB_EXTRACTOR", "memoryhub.ingest.extractors.RuleExtractor")
MEMORYHUB_FETCH_PRIVATE = _names("MEMORYHUB_FETCH_PRIVATE")
MEMORYHUB_HEARTBEAT_SECONDS = float(os.environ.get("MEMORYHUB_HEARTBEAT_SECONDS", "10"))
MEMORYHUB_SCRIPT = os.environ.get("MEMORYHUB_SCRIPT", "")
MEMORYHUB_WORKERS = int(os.environ.get("MEMORYHUB_WORKERS") or min(2, os.cpu_count() or 1))
MEMORYHUB_WORKER_CONCURRENCY = int(os.environ.get("MEMORYHUB_WORKER_CONCURRENCY", "2"))
MEMORYHUB_WORKER_HEARTBEAT_SECONDS = int(os.environ.get("MEMORYHUB_WORKER_HEARTBEAT_SECONDS", "10"))
MEMORYHUB_WORKER_STALLED_SECONDS = int(os.environ.get("MEMORYHUB_WORKER_STALLED_SECONDS", "30"))
# Up to so many vectors of one kind a search looks at every one; above, an index is kept (see `retrieval.upkeep`).
MEMORYHUB_LARGE_SPACE = int(os.environ.get("MEMORYHUB_LARGE_SPACE", "20000"))
MEMORYHUB_LIMITS = {
    "upload_bytes": 50 * 2**20,
    "document_bytes": 5 * 2**20,
    "unpacked_bytes": 200 * 2**20,
    "fetch_seconds": 10,
    "fetch_bytes": 10 * 2**20,
    "fetch_redirects": 5,
    "archive_entries": 10_000,
    "pages": 2_000,
    "read_seconds": 120,
    "read_memory_bytes": 2 * 2**30,
    "memory_characters": 10_000,
    "metadata_bytes": 64 * 2**10,
    "json_depth": 32,
    "query_characters": 2_000,
    "page_size": 100,
    "map_nodes": 1_000_000,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("MEMORYHUB_LOG_LEVEL", "WARNING")},
}
