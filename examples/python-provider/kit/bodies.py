"""Reads the bodies of requests: JSON of at most 50 MB, and small forms."""

import json
import re
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qsl

from kit.problems import Problem, ValidationError

MAX_BODY_BYTES = 50 * 1024 * 1024
MAX_FORM_BYTES = 64 * 1024
MAX_BODY_SECONDS = 120
DRAIN_BYTES = 64 * 1024 * 1024
DRAIN_SECONDS = 10
# So many large bodies are held at the same time; a large one is parsed to about ten times its size.
LARGE_BYTES, MAX_LARGE_BODIES = 1_000_000, 4
large_bodies = threading.BoundedSemaphore(MAX_LARGE_BODIES)


class BodyReader(BaseHTTPRequestHandler):
    """The part of a handler that reads bodies. `is_body_read` says whether the connection can be used again."""

    is_body_read = True
    holds_large_body = False

    def has_body(self) -> bool:
        return "Transfer-Encoding" in self.headers or self.headers.get("Content-Length", "0") != "0"

    def read_json(self) -> dict[str, Any]:
        if self.has_body() and self.headers.get_content_type() != "application/json":
            raise Problem(415, "unsupported-media-type", "Send the body as application/json.")
        content = self.read_body(MAX_BODY_BYTES)
        try:
            body = json.loads(content, parse_constant=refuse_constant)
        except (ValueError, RecursionError):
            raise ValidationError(("#", "the body is not valid JSON.")) from None
        if not isinstance(body, dict):
            raise ValidationError(("#", "the body must be a JSON object."))
        return body

    def read_form(self) -> dict[str, Any]:
        if self.headers.get_content_type() != "application/x-www-form-urlencoded":
            raise Problem(415, "unsupported-media-type", "Send the form as application/x-www-form-urlencoded.")
        try:
            return dict(parse_qsl(self.read_body(MAX_FORM_BYTES).decode(), keep_blank_values=True, max_num_fields=100))
        except ValueError:
            raise ValidationError(("#", "the form cannot be read.")) from None

    def read_body(self, limit: int) -> bytes:
        """The body, at most `limit` bytes, by its length or in chunks."""
        if self.headers.get("Content-Encoding", "identity") != "identity":
            raise Problem(415, "unsupported-media-type", "Send the body without Content-Encoding.")
        encoding, length = self.headers.get("Transfer-Encoding"), self.headers.get("Content-Length")
        if limit > LARGE_BYTES and (length is None or len(length) > 6):
            self.hold_large_body()
        if encoding is not None:
            if encoding.lower() != "chunked" or length is not None:
                raise ValidationError(("#", "the body has no clear length."))
            content = self.read_chunks(limit)
        else:
            if length is not None and not re.fullmatch(r"[0-9]{1,18}", length):
                raise ValidationError(("#", "the body has no clear length."))
            content = self.read_exactly(int(length or 0), limit, time.monotonic() + MAX_BODY_SECONDS)
        self.is_body_read = True
        return content

    def hold_large_body(self) -> None:
        """Until the request is finished."""
        if not large_bodies.acquire(blocking=False):
            raise Problem(
                503, "unavailable", "Too many large requests at once. Try again shortly.", {"Retry-After": "2"}
            )
        self.holds_large_body = True

    def read_exactly(self, length: int, limit: int, deadline: float) -> bytes:
        if length > limit:
            raise Problem(413, "payload-too-large", f"The body may hold at most {limit} bytes.")
        parts, left = [], length
        while left > 0:
            part = self.rfile.read1(min(left, 65536))
            if not part or time.monotonic() > deadline:
                raise ConnectionError("the body ended early, or takes too long")
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def read_chunks(self, limit: int) -> bytes:
        parts, total, deadline = [], 0, time.monotonic() + MAX_BODY_SECONDS
        while True:
            size = self.rfile.readline(1024).split(b";")[0].strip()
            if not re.fullmatch(rb"[0-9a-fA-F]{1,8}", size):
                raise ConnectionError("the body is not chunked as it says")
            part = self.read_exactly(int(size, 16), limit - total, deadline)
            total += len(part)
            parts.append(part)
            if not part:
                while self.rfile.readline(1024).strip():
                    pass
                return b"".join(parts)
            self.rfile.readline(8)

    def drain(self) -> None:
        """A client that is still sending must be able to read the response before the connection is closed."""
        self.close_connection = True
        try:
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(2)
            left, deadline = DRAIN_BYTES, time.monotonic() + DRAIN_SECONDS
            while left > 0 and time.monotonic() < deadline:
                part = self.rfile.read1(65536)
                if not part:
                    return
                left -= len(part)
        except OSError:
            pass


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
