"""POST /sync/metadata and /sync/table: tables with their fields and rows."""

from typing import Any

from credentials import Credentials
from kit.checks import Body, check_connection, check_table
from kit.server import Request
from names import APPLICATION, PROVIDER
from quill import Account

FIRST_ROWS = 100


class Tables:
    def __init__(self, credentials: Credentials):
        self.credentials = credentials

    def sync_metadata(self, request: Request) -> dict[str, Any]:
        body = Body(request.body)
        credential = check_connection(body, APPLICATION)
        names = [check_table(table) for table in body.objects("tableMetadata") or []]
        account = self.credentials.account_with(credential, "tables")
        tables, warnings = [], []
        # When somebody connects, the platform knows no table yet.
        for name in dict.fromkeys(names or account.tables):
            if name in account.tables:
                tables.append(to_table(name, account))
            else:
                warnings.append(f"Quill has no table {name[:64]}.")
        return complete_page(tables, warnings)

    def sync_table(self, request: Request) -> dict[str, Any]:
        body = Body(request.body)
        credential = check_connection(body, APPLICATION)
        filters = body.object("recordFilter").objects("recordTypeFilters") or []
        requested = [
            (check_table(filter.object("tableMetadata")), filter.texts("externalIds") or []) for filter in filters
        ]
        account = self.credentials.account_with(credential, "tables")
        tables, warnings = [], []
        for name, ids in requested:
            if name not in account.tables:
                warnings.append(f"Quill has no table {name[:64]}.")
                continue
            rows = account.tables[name]["rows"]
            missing = [id for id in ids if id not in rows]
            warnings += [f"Quill has no {name} {id[:64]}." for id in missing[:20]]
            selected = [id for id in dict.fromkeys(ids) if id in rows] if ids else list(rows)[:FIRST_ROWS]
            tables.append({**to_table(name, account), "records": [to_record(id, rows[id]) for id in selected]})
        return complete_page(tables, warnings)


def to_table(name: str, account: Account) -> dict[str, Any]:
    """The ids of tables are segments joined with a dot, so the name of a table has none."""
    table = account.tables[name]
    return {
        "blockType": "table",
        "provider": PROVIDER,
        "application": APPLICATION,
        "externalId": f"{account.id}.{name}",
        "uri": f"{account.url}/tables/{name}",
        "metadata": {"metadataType": name, "label": table["label"], "fields": table["fields"]},
    }


def to_record(id: str, row: dict[str, Any]) -> dict[str, Any]:
    """Values are text, whatever the vendor has."""
    return {
        "externalId": id,
        "values": [{"name": name, "value": str(value)} for name, value in row.items() if value is not None],
    }


def complete_page(items: list[dict[str, Any]], warnings: list[str]) -> dict[str, Any]:
    metadata = {"metadata": {"warnings": warnings}} if warnings else {}
    return {"items": items, **metadata, "pagination": {"hasMore": False, "pageSize": len(items)}}
