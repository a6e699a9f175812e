"""HTML pages: what a person sees while they connect an account."""

import html
from dataclasses import dataclass

from kit.problems import Problem

STYLE = """
body { font: 16px/1.5 system-ui; max-width: 28rem; margin: 4rem auto; padding: 0 1rem }
input { width: 100%; padding: 0.5rem; font: inherit }
button { margin-top: 1rem; padding: 0.5rem 1rem; font: inherit }
"""


@dataclass
class Page:
    """An HTML page. `script` is the only script that it may run."""

    content: str
    status: int = 200
    script: str = ""


@dataclass
class Redirect:
    url: str


def error_page(problem: Problem, request_id: str) -> Page:
    """Anything that fails while a person connects an account is shown to them as a page."""
    content = layout(
        "Connection failed",
        f"<p>{html.escape(problem.detail)}</p><p>Close this window and connect again.</p>"
        f"<p><small>Request {html.escape(request_id)}</small></p>",
    )
    # A page is no response to the platform: 401 would make a browser ask for a password.
    return Page(content, 400 if problem.status == 401 else problem.status)


def layout(title: str, content: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><h1>{html.escape(title)}</h1>{content}</body></html>"
    )
