"""The HTTP server of a provider: routes, platform key, static files and responses.

Nothing in this file depends on a vendor. A handler takes a Request and returns a JSON value, a Page or a Redirect,
or raises a Problem.
"""

import hmac
import json
import logging
import mimetypes
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

from kit.bodies import BodyReader, large_bodies
from kit.pages import Page, Redirect, error_page
from kit.problems import TITLES, Problem

IDLE_SECONDS = 60
MAX_CONNECTIONS = 200
STOP_SECONDS = 10
BUSY = b'{"type": "about:blank", "title": "Unavailable", "status": 503, "detail": "Too many connections at once."}'
# A page loads nothing from elsewhere, posts to this provider only, and cannot be framed.
PAGE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

log = logging.getLogger("provider")


@dataclass
class Request:
    path: str
    query: dict[str, str]
    headers: Any
    body: dict[str, Any] = field(default_factory=dict)


@dataclass
class Route:
    """`body`: 'json', 'form' or None. An open route needs no platform key. The errors of a page are pages, too."""

    handle: Callable[[Request], Any]
    is_open: bool = False
    body: str | None = "json"
    is_page: bool = False


class Server(ThreadingHTTPServer):
    """Serves routes by (method, path). Without `platform_keys` it accepts every request, for local tests only."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self, port: int, routes: dict[tuple[str, str], Route], platform_keys: list[str], problem_base: str, public: Path
    ):
        super().__init__(("", port), Handler)
        self.routes, self.platform_keys, self.problem_base = routes, platform_keys, problem_base
        self.public = public.resolve()
        self.connections = threading.BoundedSemaphore(MAX_CONNECTIONS)
        self.running = 0
        self.lock = threading.Lock()

    def process_request(self, request: Any, client_address: Any) -> None:
        if self.connections.acquire(blocking=False):
            return super().process_request(request, client_address)
        kind = b"Content-Type: application/problem+json\r\nContent-Length: %d" % len(BUSY)
        request.sendall(
            b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n" + kind + b"\r\n\r\n" + BUSY
        )
        self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.connections.release()

    def count(self, change: int) -> None:
        with self.lock:
            self.running += change

    def wait_until_idle(self) -> None:
        """Lets the requests that are running finish, for a few seconds."""
        deadline = time.monotonic() + STOP_SECONDS
        while self.running > 0 and time.monotonic() < deadline:
            time.sleep(0.05)

    def handle_error(self, request: Any, client_address: Any) -> None:
        log.debug("a client went away", exc_info=True)


class Handler(BodyReader):
    """One connection. A request passes: route, key, body, handler, response."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "provider", ""
    timeout = IDLE_SECONDS
    disable_nagle_algorithm = True
    # Status, headers and body leave together.
    wbufsize = -1

    def do(self) -> None:
        self.begin()
        self.server.count(1)
        try:
            self.handle_request()
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        finally:
            self.server.count(-1)
            if self.holds_large_body:
                large_bodies.release()
                self.holds_large_body = False

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = do

    def begin(self) -> None:
        self.started, self.request_id = time.monotonic(), str(uuid.uuid4())
        self.is_body_read = not self.has_body()

    def handle_request(self) -> None:
        path, _, query = self.path.partition("?")
        self.route_path = unquote(path)
        route = self.find_route()
        try:
            result = self.respond(route, query)
        except Problem as problem:
            result = problem
        except (ConnectionError, TimeoutError):
            raise
        except Exception:
            log.exception("request %s failed", self.request_id)
            result = Problem(500, "internal-error", "An internal error occurred. The provider’s log has the details.")
        if isinstance(result, Problem) and route is not None and route.is_page:
            result = error_page(result, self.request_id)
        self.send_result(result)
        if not self.is_body_read:
            self.drain()

    def find_route(self) -> Route | None:
        """HEAD is GET without the body; not for pages, because a link preview must not finish a sign-in."""
        if self.command == "HEAD":
            route = self.server.routes.get(("GET", self.route_path))
            return None if route is None or route.is_page else route
        return self.server.routes.get((self.command, self.route_path))

    def respond(self, route: Route | None, query: str) -> Any:
        if route is None and self.command in ("GET", "HEAD") and (file := self.find_file()):
            return file
        if route is None or not route.is_open:
            self.require_key()
        if route is None:
            raise self.missing_route()
        request = Request(self.route_path, dict(parse_qsl(query, keep_blank_values=True)), self.headers)
        if route.body == "json":
            request.body = self.read_json()
        elif route.body == "form":
            request.body = self.read_form()
        return route.handle(request)

    def missing_route(self) -> Problem:
        methods = [method for method, path in self.server.routes if path == self.route_path]
        if methods:
            return Problem(
                405, "method-not-allowed", "This route does not allow this method.", {"Allow": ", ".join(methods)}
            )
        return Problem(404, "not-found", f"There is no route {self.command} {self.route_path[:200]}.")

    def require_key(self) -> None:
        keys = self.server.platform_keys
        if not keys:
            return
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "bearer" and any(
            hmac.compare_digest(token.strip().encode(), key.encode()) for key in keys
        ):
            return
        challenge = 'Bearer realm="provider"' + (', error="invalid_token"' if token else "")
        detail = "This route requires the platform key as a bearer token."
        raise Problem(401, "unauthorized", detail, {"WWW-Authenticate": challenge})

    def find_file(self) -> Path | None:
        """A file of ./public, without those whose name begins with a dot."""
        if "\0" in self.route_path or "/." in self.route_path:
            return None
        try:
            path = (self.server.public / self.route_path.lstrip("/")).resolve()
            return path if path.is_relative_to(self.server.public) and path.is_file() else None
        except OSError:
            return None

    def send_result(self, result: Any) -> None:
        if isinstance(result, Problem):
            base = self.server.problem_base
            body = {
                "type": f"{base}/{result.name}",
                "title": TITLES[result.name],
                "status": result.status,
                "detail": result.detail,
            }
            if result.errors:
                body["errors"] = result.errors
            self.send(result.status, "application/problem+json", json.dumps(body), result.headers)
        elif isinstance(result, Page):
            nonce = uuid.uuid4().hex
            script = f'<script nonce="{nonce}">{result.script}</script>' if result.script else ""
            policy = {"Content-Security-Policy": f"{PAGE_POLICY}; script-src 'nonce-{nonce}'"}
            self.send(result.status, "text/html; charset=utf-8", result.content + script, policy)
        elif isinstance(result, Redirect):
            self.send(302, "text/plain", "", {"Location": result.url})
        elif isinstance(result, Path):
            kind = mimetypes.guess_type(result.name)[0] or "application/octet-stream"
            # An SVG that is opened by itself is a document: scripts in it must not run.
            headers = {"Content-Security-Policy": f"{PAGE_POLICY}; sandbox", "Cache-Control": "max-age=86400"}
            self.send(200, kind, result.read_bytes(), headers)
        elif isinstance(result, str):
            self.send(200, "text/plain; charset=utf-8", result)
        else:
            self.send(200, "application/json", json.dumps(result, allow_nan=False))

    def send(self, status: int, kind: str, content: str | bytes, headers: dict[str, str] | None = None) -> None:
        data = content.encode() if isinstance(content, str) else content
        self.send_response(status)
        common = {
            "Content-Type": kind,
            "Content-Length": str(len(data)),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "X-Provider-Interface": "1",
            "X-Request-Id": self.request_id,
            **({} if self.is_body_read else {"Connection": "close"}),
        }
        for name, value in {**common, **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """For requests that cannot even be parsed, and for methods that nobody has."""
        self.started, self.request_id, self.is_body_read = time.monotonic(), str(uuid.uuid4()), False
        self.command = getattr(self, "command", None) or "GET"
        self.close_connection = True
        if code == 501:
            problem = Problem(405, "method-not-allowed", "This route does not allow this method.")
        else:
            problem = Problem(code, "validation-error", f"The request cannot be read: {message or 'it is malformed'}.")
        self.send_result(problem)

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        """Without the query, which may hold what a vendor sends back."""
        path = ascii(getattr(self, "route_path", "-"))[1:-1]
        log.info(
            "%s %s %s %d ms", self.command, path, getattr(code, "value", code), (time.monotonic() - self.started) * 1000
        )

    def log_message(self, format: str, *args: Any) -> None:
        log.debug(format, *args)
