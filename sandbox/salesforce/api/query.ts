import type { Answer } from '../../core/answers.ts'
import type { Call } from '../../core/call.ts'
import { reply } from '../error-form.ts'
import { refuse } from '../errors.ts'
import type { Cursor } from '../org/cursors.ts'
import { runQuery } from '../soql/query.ts'
import type { Scope } from '../soql/scope.ts'
import type { Resource } from './guard.ts'
import type { Session } from './session.ts'

const MIN_PAGE = 200
const MAX_PAGE = 2_000
const LOCATOR = /^([A-Za-z0-9]{18})-(\d+)$/

export const QUERY_RESOURCES: readonly Resource[] = [
  { method: 'GET', path: '/query', handle: (session, call) => query(session, call, false) },
  { method: 'GET', path: '/queryAll', handle: (session, call) => query(session, call, true) },
  { method: 'GET', path: '/query/:locator', handle: more },
  { method: 'GET', path: '/queryAll/:locator', handle: more },
]

/** What a statement of this session is evaluated against. */
export function scopeOf({ salesforce, org, account, view }: Session, includeDeleted = false): Scope {
  const { timeZone } = account
  return { view, database: org.database, now: salesforce.clock.now(), timeZone, includeDeleted }
}

function query(session: Session, call: Call, includeDeleted: boolean): Answer {
  const soql = call.url.searchParams.get('q') ?? ''
  const { totalSize, length, record, width } = runQuery(scopeOf(session, includeDeleted), soql, session.version)
  const pageSize = pageSizeOf(session, call, width)
  const cursor: Cursor = { session: session.token, totalSize, length, record, pageSize }
  return reply(page(session, cursor, 0, () => session.org.cursors.open(session.account.userId, cursor)))
}

/** `Sforce-Query-Options: batchSize=500` is a wish; a page of wide rows is shorter (Help, article 000386264). */
function pageSizeOf({ salesforce }: Session, call: Call, width: number): number {
  const wish = /\bbatchSize *= *(\d+)/i.exec(call.headers['sforce-query-options'] ?? '')?.[1]
  const wished = Math.min(MAX_PAGE, Math.max(MIN_PAGE, Number(wish ?? MAX_PAGE)))
  const room = Math.floor(salesforce.settings.queryPageCells / Math.max(1, width))
  return Math.max(1, Math.min(wished, room))
}

function more(session: Session, call: Call): Answer {
  const [, id = '', offset = ''] = LOCATOR.exec(call.params.locator ?? '') ?? []
  const cursor = session.org.cursors.get(id, session.token)
  const from = Number(offset)
  if (!cursor || from === 0 || from >= cursor.length) refuse('invalidLocator')
  return reply(page(session, cursor, from, () => id))
}

/** `locator` is called only when there is another page. */
function page({ version }: Session, cursor: Cursor, from: number, locator: () => string): object {
  const { totalSize, length, pageSize, record } = cursor
  const to = Math.min(length, from + pageSize)
  const records = Array.from({ length: to - from }, (_, index) => record(from + index))
  if (to === length) return { totalSize, done: true, records }
  return { totalSize, done: false, nextRecordsUrl: `/services/data/${version}/query/${locator()}-${to}`, records }
}
