"""Run with: python3 -m unittest"""

import json
import logging
import tempfile
import threading
import unittest
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from kit.checks import Body, check_credential, check_table, check_window
from kit.connect import Platform
from kit.problems import ValidationError
from kit.redactor import Redactor
from kit.server import Server
from mail import to_signed
from provider import FOLDER, create_routes, read_environment
from quill import Quill

KEY = "a-platform-key-for-tests-0123456789"
NEXT_KEY = "the-next-platform-key-9876543210-987"
ADA = "quill-key-of-ada-7f3a91c2"
ACCOUNTS = json.loads((FOLDER / "quill.json").read_text("utf-8"))


class FakePlatform(BaseHTTPRequestHandler):
    """Stores the registrations that it receives."""

    registrations: list[tuple[str, str | None, Any]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.registrations.append((self.path, self.headers["Authorization"], body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


class ProviderTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        logging.disable(logging.CRITICAL)
        cls.file = Path(tempfile.mkdtemp()) / "quill.json"
        cls.platform = HTTPServer(("127.0.0.1", 0), FakePlatform)
        platform = Platform(f"http://127.0.0.1:{cls.platform.server_port}", [KEY, NEXT_KEY])
        routes = create_routes("http://127.0.0.1", platform, Quill(cls.file))
        cls.server = Server(0, routes, platform.keys, platform.url, FOLDER / "public")
        for server in (cls.platform, cls.server):
            threading.Thread(target=server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls) -> None:
        for server in (cls.platform, cls.server):
            server.shutdown()
            server.server_close()

    def setUp(self) -> None:
        self.file.write_text(json.dumps(ACCOUNTS), "utf-8")
        FakePlatform.registrations.clear()

    def send(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, str]:
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.server_port}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {KEY}"}
        status, text = self.send(path, json.dumps(body).encode(), **headers)
        return status, json.loads(text)

    def connect(self, key: str, **changes: str) -> tuple[int, str]:
        """Fills in the form, as a browser does."""
        _, page = self.send("/auth/connect?application=quill&connectionId=c.1")
        values = [field.split('"') for field in page.split("<input type=")[1:]]
        form = {field[3]: field[5] for field in values if field[1] == "hidden"}
        fields = urlencode({**form, "key": key, **changes}).encode()
        return self.send("/auth/callback", fields, **{"Content-Type": "application/x-www-form-urlencoded"})

    def connection(self, key: str = ADA) -> dict[str, Any]:
        credential = {"accessToken": key, "email": "ada@quill.example", "profile": None}
        return {"connectionId": "c.1", "provider": "quill-provider", "application": "quill", "credential": credential}

    def test_a_key_becomes_a_registered_connection(self) -> None:
        status, page = self.connect(ADA)
        self.assertEqual((status, "Quill is connected" in page, ADA in page), (200, True, False))
        ((path, authorization, body),) = FakePlatform.registrations
        self.assertEqual((path, authorization), ("/api/v1/connections/registration", f"Bearer {KEY}"))
        self.assertEqual((body["connectionId"], body["credential"]["accessToken"]), ("c.1", ADA))

    def test_nothing_is_registered_without_a_good_key_its_permissions_and_the_state(self) -> None:
        for key, changes, expected in [
            ("another-key", {}, (400, "does not accept this key")),
            ("quill-key-of-grace-without-mail", {}, (403, "may not read mail")),
            (ADA, {"state": "c.2.quill"}, (400, "not begun here")),
            (ADA, {"expiry": "9999999999"}, (400, "not begun here")),
            (ADA, {"state": "c.1.other"}, (400, "incomplete or was changed")),
        ]:
            status, page = self.connect(key, **changes)
            self.assertEqual((status, expected[1] in page), (expected[0], True), page)
        self.assertEqual(FakePlatform.registrations, [])

    def test_every_message_is_on_one_page_whatever_the_size_of_pages(self) -> None:
        filter: dict[str, Any] = {"limit": 3}
        ids: list[str] = []
        while True:
            status, page = self.post("/sync/email", {"connectedProvider": self.connection(), "filter": filter})
            self.assertEqual((status, page["pagination"]["pageSize"]), (200, len(page["items"])))
            ids += [item["externalId"] for item in page["items"]]
            if not page["pagination"]["hasMore"]:
                break
            filter = {"limit": 3, "cursor": page["pagination"]["cursor"]}
        self.assertNotIn("cursor", page["pagination"])
        self.assertEqual(sorted(ids), sorted(message["id"] for message in ACCOUNTS["accounts"][0]["messages"]))

    def test_a_cursor_holds_for_its_filter_only(self) -> None:
        _, page = self.post("/sync/email", {"connectedProvider": self.connection(), "filter": {"limit": 1}})
        cursor = page["pagination"]["cursor"]
        for filter in ({"cursor": cursor, "includeEmails": ["a@b.example"]}, {"cursor": f"x{cursor}"}, {"cursor": "x"}):
            status, problem = self.post("/sync/email", {"connectedProvider": self.connection(), "filter": filter})
            self.assertEqual((status, problem["errors"][0]["pointer"]), (400, "#/filter/cursor"))

    def test_a_key_that_was_deleted_is_an_expired_credential(self) -> None:
        self.file.write_text('{"accounts": []}', "utf-8")
        for path in ("/auth/refresh", "/sync/email"):
            status, problem = self.post(path, {"connectedProvider": self.connection(), "filter": {}})
            self.assertEqual((status, problem["title"]), (401, "Credentials expired"))
            self.assertTrue(problem["type"].endswith("/credentials-expired"))

    def test_rows_are_those_of_the_ids_or_the_first_ones(self) -> None:
        for ids, expected in (([], ["c-1", "c-2", "c-3"]), (["c-2", "none", "c-2"], ["c-2"])):
            filters = [{"tableMetadata": {"metadataType": "Customer"}, "externalIds": ids}]
            body = {"connectedProvider": self.connection(), "recordFilter": {"recordTypeFilters": filters}}
            _, page = self.post("/sync/table", body)
            self.assertEqual([record["externalId"] for record in page["items"][0]["records"]], expected)

    def test_the_key_can_be_rotated(self) -> None:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {NEXT_KEY}"}
        body = {"connectedProvider": self.connection(), "filter": {"limit": 1}}
        status, text = self.send("/sync/email", json.dumps(body).encode(), **headers)
        self.assertEqual(status, 200)
        rotated = Platform("https://platform.example", [NEXT_KEY, KEY])
        content, _, signature = json.loads(text)["pagination"]["cursor"].rpartition(".")
        scope = ["c.1", "q-17", -8640000000000000, 8640000000000000, None]
        self.assertTrue(rotated.is_signed(to_signed(content, scope), signature))

    def test_every_request_without_the_key_is_refused(self) -> None:
        for headers in ({}, {"Authorization": f"Bearer {KEY}x"}, {"Authorization": f"Basic {KEY}"}):
            self.assertEqual(self.send("/sync/email", b"{}", **headers)[0], 401)
        self.assertEqual(self.send("/icons/%2e%2e/%2e%2e/provider.py")[0], 401)


class PartsTest(unittest.TestCase):
    def test_checks_point_at_what_is_wrong(self) -> None:
        credential = {"accessToken": "a", "email": "e", "profile": None}
        for check, value, pointer in [
            (check_credential, {}, "#/credential"),
            (check_credential, {"credential": {**credential, "dateExpiry": True}}, "#/credential/dateExpiry"),
            (check_credential, {"credential": {"accessToken": "a", "email": "e"}}, "#/credential/profile"),
            (check_window, {"dateStart": 2, "dateEnd": 1}, "#/dateEnd"),
            (check_window, {"dateStart": float("inf"), "dateEnd": 1}, "#/dateStart"),
            (check_table, {"metadataType": "a.b"}, "#/metadataType"),
            (lambda body: body.whole("limit"), {"limit": 1.5}, "#/limit"),
        ]:
            with self.assertRaises(ValidationError) as raised:
                check(Body(value))
            self.assertEqual(raised.exception.errors[0]["pointer"], pointer)

    def test_the_environment_is_checked_before_the_start(self) -> None:
        with self.assertRaises(ValueError) as raised:
            read_environment({"BASE_URL": "localhost", "PORT": "x"})
        for name in ("BASE_URL", "PLATFORM_ENVIRONMENT_URL", "PLATFORM_API_KEY", "PORT"):
            self.assertIn(name, str(raised.exception))

    def test_the_log_shows_no_secret(self) -> None:
        record = logging.makeLogRecord({"msg": f'{{"accessToken": "abc", "x": "{KEY}"}}', "args": ()})
        Redactor(KEY).filter(record)
        self.assertEqual(record.getMessage(), '{"accessToken": "[secret]", "x": "[secret]"}')


if __name__ == "__main__":
    unittest.main()
