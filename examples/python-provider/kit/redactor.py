"""Keeps secrets out of the log."""

import logging
import re


class Redactor(logging.Filter):
    """Removes secrets from the log: tokens and keys by the name of their member, the platform key wherever it is."""

    MEMBER = re.compile(
        r"""(["']?(?:accessToken|refreshToken|key|code|authorization)["']?\s*[:=]\s*["']?)[^"'\s,&}]+""", re.I
    )

    def __init__(self, *secrets: str):
        super().__init__()
        self.secrets = [secret for secret in secrets if secret]

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        if record.exc_info:
            text += "\n" + logging.Formatter().formatException(record.exc_info)
            record.exc_info = None
        for secret in self.secrets:
            text = text.replace(secret, "[secret]")
        record.msg, record.args = self.MEMBER.sub(r"\1[secret]", text), ()
        return True
