"""Checks of request bodies. Each function returns the value, or raises a ValidationError that points at the member."""

import re
from typing import Any

from kit.problems import ValidationError

# NUL and half a surrogate cannot be sent in a header.
UNSENDABLE = re.compile("[\0\ud800-\udfff]")
MAX_TIME_MS = 8_640_000_000_000_000
MISSING = object()


class Body:
    """A JSON object of a request, and the pointer to it."""

    def __init__(self, value: dict[str, Any], pointer: str = "#"):
        self.value, self.pointer = value, pointer

    def at(self, name: str) -> str:
        return f"{self.pointer}/{name.replace('~', '~0').replace('/', '~1')}"

    def _get(self, name: str, is_optional: bool) -> Any:
        value = self.value.get(name, MISSING)
        if value is MISSING and not is_optional:
            raise ValidationError((self.at(name), "is required."))
        return value

    def text(self, name: str, is_optional: bool = False, min_length: int = 1) -> str | None:
        value = self._get(name, is_optional)
        if value is MISSING:
            return None
        if not isinstance(value, str):
            raise ValidationError((self.at(name), "must be a string."))
        if len(value) < min_length:
            raise ValidationError((self.at(name), "must not be empty."))
        return value

    def date(self, name: str, is_optional: bool = False) -> float | None:
        """A date in epoch ms."""
        value = self._get(name, is_optional)
        if value is MISSING:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ValidationError((self.at(name), "must be a number."))
        if abs(value) > MAX_TIME_MS:
            raise ValidationError((self.at(name), f"must be at most {MAX_TIME_MS}."))
        return value

    def whole(self, name: str, is_optional: bool = False) -> int | None:
        """A whole number of at least 1."""
        value = self._get(name, is_optional)
        if value is MISSING:
            return None
        is_whole = (
            isinstance(value, int) and not isinstance(value, bool) or isinstance(value, float) and value.is_integer()
        )
        if not is_whole:
            raise ValidationError((self.at(name), "must be an integer."))
        if value < 1:
            raise ValidationError((self.at(name), "must be at least 1."))
        return int(value)

    def texts(self, name: str, is_optional: bool = False) -> list[str] | None:
        value = self._list(name, is_optional)
        if value is None:
            return None
        for index, item in enumerate(value):
            if not isinstance(item, str) or not item:
                raise ValidationError((f"{self.at(name)}/{index}", "must be a string that is not empty."))
        return value

    def object(self, name: str) -> "Body":
        value = self._get(name, False)
        if not isinstance(value, dict):
            raise ValidationError((self.at(name), "must be an object."))
        return Body(value, self.at(name))

    def objects(self, name: str, is_optional: bool = False) -> "list[Body] | None":
        value = self._list(name, is_optional)
        if value is None:
            return None
        for index, item in enumerate(value):
            if not isinstance(item, dict):
                raise ValidationError((f"{self.at(name)}/{index}", "must be an object."))
        return [Body(item, f"{self.at(name)}/{index}") for index, item in enumerate(value)]

    def _list(self, name: str, is_optional: bool) -> list[Any] | None:
        value = self._get(name, is_optional)
        if value is MISSING:
            return None
        if not isinstance(value, list):
            raise ValidationError((self.at(name), "must be an array."))
        return value


def check_credential(body: Body) -> dict[str, Any]:
    """A credential, as it was registered. Unknown members stay."""
    credential = body.object("credential")
    for name in ("accessToken", "email"):
        credential.text(name)
    for name in ("refreshToken", "instanceId", "instanceUrl"):
        credential.text(name, is_optional=True, min_length=1 if name == "refreshToken" else 0)
    for name in ("accessToken", "refreshToken"):
        if UNSENDABLE.search(credential.value.get(name, "")):
            raise ValidationError((credential.at(name), "contains a character that cannot be sent."))
    for name in ("dateExpiry", "dateRefreshExpiry"):
        credential.date(name, is_optional=True)
    if "profile" not in credential.value:
        raise ValidationError((credential.at("profile"), "is required."))
    return credential.value


def check_application(name: str, pointer: str, served: str) -> None:
    if name != served:
        raise ValidationError((pointer, f'unknown application "{name[:64]}". Available applications: {served}.'))


def check_connection(body: Body, served: str) -> dict[str, Any]:
    """The credential of `connectedProvider`, which must be a connection of the served application."""
    connection = body.object("connectedProvider")
    for name in ("connectionId", "provider", "application"):
        connection.text(name)
    credential = check_credential(connection)
    check_application(connection.value["application"], connection.at("application"), served)
    return credential


def check_table(body: Body) -> str:
    """The `metadataType` of a requested table."""
    metadata_type = body.text("metadataType") or ""
    if "." in metadata_type or len(metadata_type) > 255:
        raise ValidationError((body.at("metadataType"), "must have at most 255 characters and no dot."))
    body.text("label", is_optional=True, min_length=0)
    for field in body.objects("fields", is_optional=True) or []:
        field.text("name")
        for name in ("label", "fieldType"):
            field.text(name, is_optional=True, min_length=0)
    return metadata_type


def check_window(body: Body, is_optional: bool = False) -> tuple[float, float]:
    """`dateStart` (inclusive) and `dateEnd` (exclusive), epoch ms; everything if both are missing."""
    start, end = body.date("dateStart", is_optional), body.date("dateEnd", is_optional)
    if start is not None and end is not None and end < start:
        raise ValidationError((body.at("dateEnd"), "must not be before dateStart."))
    return -MAX_TIME_MS if start is None else start, MAX_TIME_MS if end is None else end
