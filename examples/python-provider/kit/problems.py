"""Errors that are sent as application/problem+json (RFC 9457)."""

TITLES = {
    "validation-error": "Validation error",
    "credentials-expired": "Credentials expired",
    "unauthorized": "Unauthorized",
    "scope-required": "Permission missing",
    "not-found": "Not found",
    "method-not-allowed": "Method not allowed",
    "payload-too-large": "Payload too large",
    "unsupported-media-type": "Unsupported media type",
    "vendor-error": "Vendor error",
    "unavailable": "Unavailable",
    "internal-error": "Internal server error",
}


class Problem(Exception):
    """An error that is sent as application/problem+json. `detail` is public."""

    def __init__(self, status: int, name: str, detail: str, headers: dict[str, str] | None = None):
        super().__init__(detail)
        self.status, self.name, self.detail, self.headers = status, name, detail, headers or {}
        self.errors: list[dict[str, str]] = []


class ValidationError(Problem):
    """Bad or missing input. `errors` are (JSON pointer, sentence)."""

    def __init__(self, *errors: tuple[str, str]):
        super().__init__(400, "validation-error", f"{errors[0][0]}: {errors[0][1]}")
        self.errors = [{"pointer": pointer, "detail": detail} for pointer, detail in errors[:20]]


class CredentialsExpired(Problem):
    """The vendor rejects the credential: the platform stops syncing and asks the person to connect again."""

    def __init__(self, detail: str):
        super().__init__(401, "credentials-expired", detail)
