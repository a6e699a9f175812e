"""A provider in Python's standard library: one application that syncs mail and tables of Quill, connected with a key.

Start it with BASE_URL, PLATFORM_API_KEY and PLATFORM_ENVIRONMENT_URL; README.md has the steps.
"""

import logging
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from credentials import Credentials
from kit.connect import Connect, Platform
from kit.redactor import Redactor
from kit.server import Route, Server
from mail import Mail
from names import APPLICATION, LABEL, PROVIDER
from quill import Quill
from tables import Tables

FOLDER = Path(__file__).parent


def create_routes(base_url: str, platform: Platform, quill: Quill) -> dict[tuple[str, str], Route]:
    """Every route of the provider. It has those of its capabilities only."""
    credentials = Credentials(quill)
    connect = Connect(APPLICATION, LABEL, platform, credentials.try_key, credentials.check_permissions)
    mail, tables = Mail(credentials, platform), Tables(credentials)
    return {
        ("GET", "/api/v1/hello"): Route(lambda _: "hello\n", is_open=True, body=None),
        ("GET", "/definition.json"): Route(lambda _: create_definition(base_url), is_open=True, body=None),
        ("GET", "/auth/connect"): Route(connect.show_form, is_open=True, body=None, is_page=True),
        ("GET", "/auth/callback"): Route(connect.finish, is_open=True, body=None, is_page=True),
        ("POST", "/auth/callback"): Route(connect.finish, is_open=True, body="form", is_page=True),
        ("POST", "/auth/check"): Route(credentials.check),
        ("POST", "/auth/refresh"): Route(credentials.refresh),
        ("POST", "/sync/email"): Route(mail.sync_email),
        ("POST", "/sync/metadata"): Route(tables.sync_metadata),
        ("POST", "/sync/table"): Route(tables.sync_table),
    }


def create_definition(base_url: str) -> dict[str, Any]:
    """What the platform learns of this provider. A flag of `sobjects` that is true promises the route."""
    icon = f"{base_url}/icons/quill.svg"
    application = {
        "name": APPLICATION,
        "label": LABEL,
        "description": "Mail and customers of an invented office.",
        "iconUrl": icon,
        "authentication": True,
        "connectMethods": ["key"],
        "sobjects": {"email": True, "table": True},
        "linkSubscriptions": [],
        "externalIds": [],
    }
    return {
        "name": PROVIDER,
        "label": LABEL,
        "description": "A provider in Python.",
        "instanceUrl": base_url,
        "iconUrl": icon,
        "applications": [application],
    }


def read_environment(environment: dict[str, str]) -> tuple[str, int, Platform]:
    """BASE_URL, PORT and the platform. Raises ValueError that names every variable to set."""
    problems = []
    for name in ("BASE_URL", "PLATFORM_ENVIRONMENT_URL"):
        if urlsplit(environment.get(name, "")).scheme not in ("http", "https"):
            problems.append(f"{name} is missing: set it to a URL.")
    keys = [key.strip() for key in environment.get("PLATFORM_API_KEY", "").split(",") if key.strip()]
    if not keys and environment.get("ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS") != "true":
        problems.append("PLATFORM_API_KEY is missing: set it to the secret that the platform and the provider share.")
    port = environment.get("PORT", "5000")
    if not port.isdecimal() or int(port) > 65535:
        problems.append("PORT must be a number up to 65535.")
    if problems:
        raise ValueError("\n".join(problems))
    platform = Platform(environment["PLATFORM_ENVIRONMENT_URL"], keys)
    return environment["BASE_URL"].rstrip("/"), int(port), platform


def main() -> None:
    try:
        base_url, port, platform = read_environment(dict(os.environ))
    except ValueError as error:
        sys.exit(str(error))
    start_log(platform.keys)
    quill = Quill(Path(os.environ.get("QUILL_FILE", FOLDER / "quill.json")))
    problem_base = platform.url.partition("?")[0].partition("#")[0].rstrip("/")
    server = Server(port, create_routes(base_url, platform, quill), platform.keys, problem_base, FOLDER / "public")
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: threading.Thread(target=server.shutdown).start())
    logging.info("the provider is listening on port %d", server.server_port)
    server.serve_forever()
    logging.info("the provider is stopping")
    server.wait_until_idle()


def start_log(keys: list[str]) -> None:
    handler = logging.StreamHandler()
    handler.addFilter(Redactor(*keys))
    level = os.environ.get("LOG_LEVEL", "INFO").upper()
    logging.basicConfig(level=level, handlers=[handler], format="%(asctime)s %(levelname)s %(message)s")


if __name__ == "__main__":
    main()
