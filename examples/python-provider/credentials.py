"""Credentials: what a key becomes, /auth/check and /auth/refresh."""

import time
from typing import Any

from kit.checks import Body, check_application, check_connection, check_credential
from kit.problems import CredentialsExpired, Problem
from kit.server import Request
from names import APPLICATION
from quill import Account, KeyRejected, Quill

YEAR_MS = 365 * 24 * 60 * 60 * 1000


class Credentials:
    def __init__(self, quill: Quill):
        self.quill = quill

    def try_key(self, key: str) -> dict[str, Any]:
        """The credential of a key. A key has no expiry of its own, so it is tried again after a year."""
        account = self.account_of({"accessToken": key})
        return {
            "accessToken": key,
            "dateExpiry": int(time.time() * 1000) + YEAR_MS,
            "email": account.email,
            "instanceUrl": account.url,
            "profile": {"accountId": account.id, "name": account.name, "method": "key"},
        }

    def account_of(self, credential: dict[str, Any]) -> Account:
        try:
            return self.quill.account(credential["accessToken"])
        except KeyRejected:
            raise CredentialsExpired(
                "Quill no longer accepts this key. Connect the account again with a new one."
            ) from None

    def check_permissions(self, credential: dict[str, Any]) -> dict[str, Any]:
        account = self.account_of(credential)
        missing = [name for name in ("mail", "tables") if name not in account.permissions]
        if missing:
            message = f"This key may not read {' and '.join(missing)}. Create one that may, and connect again."
            return {"status": "scope_required", "message": message}
        return {"status": "ok", "accountId": account.id}

    def check(self, request: Request) -> dict[str, Any]:
        body = Body(request.body)
        application = body.text("application") or ""
        credential = check_credential(body)
        check_application(application, body.at("application"), APPLICATION)
        return {"result": self.check_permissions(credential)}

    def refresh(self, request: Request) -> dict[str, Any]:
        """A key is tried again, and its credential returned unchanged."""
        credential = check_connection(Body(request.body), APPLICATION)
        self.account_of(credential)
        return {"credential": credential}

    def account_with(self, credential: dict[str, Any], permission: str) -> Account:
        account = self.account_of(credential)
        if permission not in account.permissions:
            raise Problem(
                403, "scope-required", f"This key may not read {permission}. Connect again with one that may."
            )
        return account
