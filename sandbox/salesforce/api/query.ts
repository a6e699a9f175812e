import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { fail } from '../errors.ts'
import type { Cursor } from '../org/cursors.ts'
import { jsonResponse } from '../responses.ts'
import { runQuery } from '../soql/query.ts'
import type { Scope } from '../soql/scope.ts'
import type { Resource } from './guard.ts'
import type { Session } from './session.ts'

const MIN_PAGE_SIZE = 200
const MAX_PAGE_SIZE = 2_000
const LOCATOR = /^([A-Za-z0-9]{18})-(\d+)$/

export const QUERY_RESOURCES: readonly Resource[] = [
  { method: 'GET', path: '/query', handle: (session, request) => query(session, request, false) },
  { method: 'GET', path: '/queryAll', handle: (session, request) => query(session, request, true) },
  { method: 'GET', path: '/query/:locator', handle: queryMore },
  { method: 'GET', path: '/queryAll/:locator', handle: queryMore },
]

/** The scope in which statements of this session are evaluated. */
export function createScope({ salesforce, org, account, view }: Session, includeDeleted = false): Scope {
  const { timeZone } = account
  return { view, database: org.database, now: salesforce.clock.now(), timeZone, includeDeleted }
}

function query(session: Session, request: HttpRequest, includeDeleted: boolean): HttpResponse {
  const soql = request.url.searchParams.get('q') ?? ''
  const { totalSize, length, record, width } = runQuery(createScope(session, includeDeleted), soql, session.version)
  const pageSize = choosePageSize(session, request, width)
  const cursor: Cursor = { session: session.token, totalSize, length, record, pageSize }
  return jsonResponse(toPageJson(session, cursor, 0, () => session.org.cursors.open(session.account.userId, cursor)))
}

/** `Sforce-Query-Options: batchSize=500` is only a hint; pages of wide rows are shorter (Help, article 000386264). */
function choosePageSize({ salesforce }: Session, request: HttpRequest, width: number): number {
  const batchSize = /\bbatchSize *= *(\d+)/i.exec(request.headers['sforce-query-options'] ?? '')?.[1]
  const requested = Math.min(MAX_PAGE_SIZE, Math.max(MIN_PAGE_SIZE, Number(batchSize ?? MAX_PAGE_SIZE)))
  const maxRows = Math.floor(salesforce.settings.queryPageCells / Math.max(1, width))
  return Math.max(1, Math.min(requested, maxRows))
}

function queryMore(session: Session, request: HttpRequest): HttpResponse {
  const [, id = '', offset = ''] = LOCATOR.exec(request.params.locator ?? '') ?? []
  const cursor = session.org.cursors.get(id, session.token)
  const from = Number(offset)
  if (!cursor || from === 0 || from >= cursor.length) fail('invalidLocator')
  return jsonResponse(toPageJson(session, cursor, from, () => id))
}

/** `openLocator` is only called when there is a further page. */
function toPageJson({ version }: Session, cursor: Cursor, from: number, openLocator: () => string): object {
  const { totalSize, length, pageSize, record } = cursor
  const to = Math.min(length, from + pageSize)
  const records = Array.from({ length: to - from }, (_, index) => record(from + index))
  if (to === length) return { totalSize, done: true, records }
  return { totalSize, done: false, nextRecordsUrl: `/services/data/${version}/query/${openLocator()}-${to}`, records }
}
