"""POST /sync/email: messages, page by page."""

import base64
import json
from typing import Any

from credentials import Credentials
from kit.checks import Body, check_connection, check_window
from kit.connect import Platform
from kit.problems import ValidationError
from kit.server import Request
from names import APPLICATION, PROVIDER
from quill import Account

DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE = 100, 500


class Mail:
    """`platform` signs the cursors."""

    def __init__(self, credentials: Credentials, platform: Platform):
        self.credentials, self.platform = credentials, platform

    def sync_email(self, request: Request) -> dict[str, Any]:
        body = Body(request.body)
        credential = check_connection(body, APPLICATION)
        filter = body.object("filter")
        start, end = check_window(filter, is_optional=True)
        limit = min(filter.whole("limit", is_optional=True) or DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
        addresses = filter.texts("includeEmails", is_optional=True)
        cursor = filter.text("cursor", is_optional=True)
        account = self.credentials.account_with(credential, "mail")
        messages = account.search(start, end, addresses)
        # The cursor says after which message the page begins, so that new mail moves nothing. It holds for its
        # connection and filter only.
        connection_id = request.body["connectedProvider"]["connectionId"]
        scope = [connection_id, account.id, start, end, sorted(addresses) if addresses is not None else None]
        if cursor is not None:
            received, last = self.read_cursor(cursor, scope, filter.at("cursor"))
            messages = [message for message in messages if (-message["received"], message["id"]) > (-received, last)]
        page, rest = messages[:limit], messages[limit:]
        pagination: dict[str, Any] = {"hasMore": bool(rest), "pageSize": len(page)}
        if rest:
            pagination["cursor"] = self.write_cursor([page[-1]["received"], page[-1]["id"]], scope)
        return {"items": [to_email(message, account) for message in page], "pagination": pagination}

    def write_cursor(self, position: list[Any], scope: list[Any]) -> str:
        content = base64.urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")
        return f"{content}.{self.platform.sign(to_signed(content, scope))}"

    def read_cursor(self, cursor: str, scope: list[Any], pointer: str) -> tuple[float, str]:
        content, _, signature = cursor.rpartition(".")
        if not self.platform.is_signed(to_signed(content, scope), signature):
            raise ValidationError((pointer, "is not a cursor of this connection and filter. Start again without one."))
        received, last = json.loads(base64.urlsafe_b64decode(content + "=" * (-len(content) % 4)))
        return received, last


def to_signed(content: str, scope: list[Any]) -> str:
    return f"cursor {content} {json.dumps(scope)}"


def to_email(message: dict[str, Any], account: Account) -> dict[str, Any]:
    return {
        "blockType": "email",
        "provider": PROVIDER,
        "application": APPLICATION,
        "externalId": message["id"],
        "uri": f"{account.url}/mail/{message['id']}",
        "from": to_person(message["from"]),
        "to": [to_person(person) for person in message["to"]],
        "cc": [to_person(person) for person in message.get("cc", [])],
        "subject": message["subject"],
        "bodyText": message["text"],
        "dateReceived": message["received"],
        "direction": "outbound" if message["from"]["email"].lower() == account.email else "inbound",
    }


def to_person(person: dict[str, str]) -> dict[str, str]:
    name = {"friendlyName": person["name"]} if person.get("name") else {}
    return {"email": person["email"].lower(), **name}
