"""Connecting an account with a key: the form, its signed state, the callback and the registration at the platform."""

import hashlib
import hmac
import html
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from kit.pages import Page, layout
from kit.problems import Problem, ValidationError
from kit.server import Request

ATTEMPT_SECONDS = 15 * 60
REGISTRATION_PATH = "/api/v1/connections/registration"
ATTEMPTS = 3


LOCAL_SECRET = "for local tests only"


def sign(secret: str, content: str) -> str:
    return hmac.new(secret.encode(), content.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


@dataclass
class Platform:
    """`url`: PLATFORM_ENVIRONMENT_URL. `keys`: the secrets that it shares with the provider; none for local tests only.

    There are several while the key is rotated: the first is sent, all are accepted.
    """

    url: str
    keys: list[str]

    @property
    def key(self) -> str | None:
        return self.keys[0] if self.keys else None

    def sign(self, content: str) -> str:
        """Signs forms and cursors, so that every copy of the provider recognizes those of the others."""
        return sign(self.key or LOCAL_SECRET, content)

    def is_signed(self, content: str, signature: str) -> bool:
        presented = signature.encode("utf-8", "replace")
        return any(hmac.compare_digest(presented, sign(key, content).encode()) for key in self.keys or [LOCAL_SECRET])

    def register(self, connection_id: str, application: str, credential: dict[str, Any]) -> None:
        """Posts a new connection to the platform. Repeats it while the platform fails."""
        url = self.url if urlsplit(self.url).path.strip("/") else self.url.rstrip("/") + REGISTRATION_PATH
        headers = {"Content-Type": "application/json", "X-Application": application}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        body = json.dumps({"connectionId": connection_id, "credential": credential}).encode()
        for attempt in range(ATTEMPTS):
            status = post(urllib.request.Request(url, body, headers, method="POST"))
            if 200 <= status < 300 or status == 409:
                return
            if 0 < status < 500:
                break
            time.sleep(0.5 * 2**attempt if attempt + 1 < ATTEMPTS else 0)
        raise Problem(
            502, "vendor-error", "The account was accepted, but the platform did not take it. Nothing was stored."
        )


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A registration contains a credential: it goes to the platform and to nobody that the platform names."""

    def redirect_request(self, *_: Any) -> None:
        return None


def post(request: urllib.request.Request) -> int:
    """The status of the response; 0 if there is none."""
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=10) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


@dataclass
class Connect:
    """The connect flow of one application. `try_key` returns the credential of a key, or raises a Problem."""

    application: str
    label: str
    platform: Platform
    try_key: Callable[[str], dict[str, Any]]
    check: Callable[[dict[str, Any]], dict[str, Any]]

    def show_form(self, request: Request) -> Page:
        """GET /auth/connect: a form for the key. It is posted, so that the key is in no URL."""
        application, connection_id = request.query.get("application", ""), request.query.get("connectionId", "")
        if not application:
            raise ValidationError(("#/application", "is required."))
        if application != self.application:
            raise ValidationError(
                ("#/application", f"unknown application. Available applications: {self.application}.")
            )
        if not re.fullmatch(r"[A-Za-z0-9._~-]{1,400}", connection_id):
            raise ValidationError(("#/connectionId", "is required: letters, digits and ._~- only."))
        if request.query.get("method", "key") != "key":
            raise ValidationError(("#/method", "must be key."))
        return self.form(f"{connection_id}.{application}")

    def form(self, state: str, error: str = "", status: int = 200) -> Page:
        expiry = str(int(time.time()) + ATTEMPT_SECONDS)
        message = f'<p role="alert">{html.escape(error)}</p>' if error else ""
        fields = "".join(
            f'<input type="hidden" name="{name}" value="{html.escape(value)}">'
            for name, value in {
                "state": state,
                "expiry": expiry,
                "signature": self.platform.sign(f"connect {state} {expiry}"),
            }.items()
        )
        content = (
            f'{message}<form method="post" action="callback">{fields}'
            f'<label for="key">Your key of {html.escape(self.label)}</label>'
            '<input id="key" name="key" type="password" required autocomplete="off"><button>Connect</button></form>'
        )
        return Page(layout(f"Connect {self.label}", content), status)

    def finish(self, request: Request) -> Page:
        """GET or POST /auth/callback: tries the key, checks the permissions and registers the connection."""
        values = {**request.query, **request.body}
        connection_id, state = self.read_state(values)
        if error := request.query.get("error"):
            raise ValidationError(("#/error", f"{self.label} refused: {error[:100]}."))
        expiry, signature = values.get("expiry", ""), values.get("signature", "")
        is_signed = self.platform.is_signed(f"connect {state} {expiry}", signature)
        if not is_signed or int(expiry) < time.time():
            raise ValidationError(("#/state", "This sign-in was not begun here, or too long ago."))
        key = values.get("key", "").strip()
        try:
            credential = self.try_key(key)
        except Problem as problem:
            if problem.status not in (400, 401):
                raise
            return self.form(state, f"{self.label} does not accept this key. Check it and try again.", 400)
        result = self.check(credential)
        if result["status"] == "scope_required":
            raise Problem(403, "scope-required", result["message"])
        self.platform.register(connection_id, self.application, credential)
        return self.success(connection_id)

    def read_state(self, values: dict[str, str]) -> tuple[str, str]:
        """The connection's id, and the state: `<connectionId>.<application>`; an application has no dot."""
        state = values.get("state", "")
        connection_id, _, application = state.rpartition(".")
        if not connection_id or application != self.application:
            raise ValidationError(("#/state", "The address of this page is incomplete or was changed."))
        return connection_id, state

    def success(self, connection_id: str) -> Page:
        platform = urlsplit(self.platform.url)
        message = {
            "source": "provider",
            "type": "connected",
            "connectionId": connection_id,
            "application": self.application,
        }
        # JSON that cannot close the script element that contains it.
        values = (message, f"{platform.scheme}://{platform.netloc}")
        data, origin = (json.dumps(value).replace("<", "\\u003c") for value in values)
        script = (
            f"if (window.opener) window.opener.postMessage({data}, {origin}); setTimeout(() => window.close(), 800)"
        )
        return Page(layout(f"{self.label} is connected", "<p>You can close this window.</p>"), script=script)
