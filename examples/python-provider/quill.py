"""The vendor: Quill, an invented office whose accounts are in a file. Replace this file by calls to your vendor's API.

The file is read for each request, so that a key that is deleted from it is dead at once.
"""

import hmac
import json
from pathlib import Path
from typing import Any


class KeyRejected(Exception):
    """Quill does not know this key, or no longer."""


class Quill:
    def __init__(self, file: Path):
        self.file = file

    def account(self, key: str) -> "Account":
        """The account that a key belongs to. Raises KeyRejected, as an API would respond with 401."""
        accounts = json.loads(self.file.read_text("utf-8"))["accounts"]
        found = [
            account
            for account in accounts
            if hmac.compare_digest(account["key"].encode(), key.encode("utf-8", "replace"))
        ]
        if not found:
            raise KeyRejected
        return Account(found[0])


class Account:
    def __init__(self, content: dict[str, Any]):
        self.id: str = content["accountId"]
        self.email: str = content["email"]
        self.name: str = content["name"]
        self.url: str = content["url"]
        self.permissions: list[str] = content["permissions"]
        self.messages: list[dict[str, Any]] = content["messages"]
        self.tables: dict[str, dict[str, Any]] = content["tables"]

    def search(self, start: float, end: float, addresses: list[str] | None) -> list[dict[str, Any]]:
        """The messages that were received in start ≤ t < end (epoch ms), the newest first; in a stable order."""
        wanted = None if addresses is None else {address.lower() for address in addresses}
        found = [
            message
            for message in self.messages
            if start <= message["received"] < end and (wanted is None or wanted & addresses_of(message))
        ]
        return sorted(found, key=lambda message: (-message["received"], message["id"]))


def addresses_of(message: dict[str, Any]) -> set[str]:
    people = [message["from"], *message["to"], *message.get("cc", [])]
    return {person["email"].lower() for person in people}
