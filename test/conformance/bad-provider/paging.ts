import { createHmac, randomBytes } from 'node:crypto'
import { type Call, page } from './call.ts'
import { invalid, type Json, ProblemError } from './json.ts'

const SECRET = randomBytes(32)
const DEFAULT_LIMIT = 100

interface Position {
  at: number
  round: number
}

function sign(text: string): string {
  return createHmac('sha256', SECRET).update(text).digest('base64url')
}

function seal(position: Position, { body, path }: Call): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${text}.${sign(`${text} ${path} ${body.connectedProvider.connectionId}`)}`
}

function open(cursor: string, { body, path, has }: Call): Position {
  const [text = '', signature] = cursor.split('.')
  const isOwn = signature === sign(`${text} ${path} ${body.connectedProvider.connectionId}`)
  if (isOwn) return JSON.parse(Buffer.from(text, 'base64url').toString())
  if (has('a made-up cursor is a 500')) throw new ProblemError(500, 'internal-error', 'The cursor cannot be read.')
  if (has('cursors are not signed')) return { at: 0, round: 0 }
  throw invalid('#/cursor', 'is none of this provider')
}

/** The page of a list that a filter asks for. `toItem` gets the number of the item on its page, too. */
export function paginate<Entry>(
  call: Call,
  filter: Json,
  list: readonly Entry[],
  toItem: (entry: Entry, index: number) => Json,
): Json {
  const { has } = call
  const { at, round } = filter.cursor === undefined ? { at: 0, round: 0 } : open(filter.cursor, call)
  if (has('a large limit is refused') && filter.limit > DEFAULT_LIMIT) throw invalid('#/limit', 'is too large')
  const limit = has('the limit is ignored') ? DEFAULT_LIMIT : Math.max(1, Math.floor(filter.limit ?? DEFAULT_LIMIT))
  const found = list.slice(at, at + limit)
  const items = found.map(toItem)
  if (has('an item is there twice') && items.length > 1) items[1] = items[0]
  let next = at + limit
  if (has('pages overlap') && limit > 1) next -= 1
  if (has('an item is lost between pages')) next += 1
  const isLast = next >= list.length
  if (isLast && has('a run never ends') && limit < DEFAULT_LIMIT)
    return page(items, seal({ at, round: round + 1 }, call))
  if (isLast && has('empty pages never end') && list.length === 0) return page([], seal({ at, round: round + 1 }, call))
  if (isLast && has('the last page has a cursor')) {
    return { items, pagination: { hasMore: false, cursor: 'the-end', pageSize: items.length } }
  }
  const result = page(items, isLast ? undefined : seal({ at: next, round }, call))
  if (!isLast && has('hasMore has no cursor')) delete result.pagination.cursor
  if (!isLast && has('the cursor never changes')) result.pagination.cursor = seal({ at: limit, round: 0 }, call)
  return result
}
