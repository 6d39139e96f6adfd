#!/usr/bin/env python
"""Command line of the hub: `manage.py up` starts it, `manage.py help` lists the rest."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    execute_from_command_line(sys.argv)
