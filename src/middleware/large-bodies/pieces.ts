/**
 * A part of a JSON value, small enough to be parsed without delaying other requests. `path` names where it belongs, from
 * the root. A `text` is a string as it is; `json` replaces the value at the path, `items` are appended to the array and
 * `members` are added to the object that is there already.
 */
export type Piece = { path: readonly (string | number)[] } & (
  | { kind: 'text'; text: string }
  | { kind: 'json' | 'items' | 'members'; json: string }
)

/** About how many characters of JSON a piece has. */
const PIECE_LENGTH = 262_144
/** What brackets, commas and short values count (characters). */
const VALUE_LENGTH = 8

/** Divides a JSON value into pieces, in the order in which `addPiece` adds them. */
export function* toPieces(value: unknown, path: readonly (string | number)[] = []): Generator<Piece> {
  if (typeof value === 'string') yield { path, kind: 'text', text: value }
  else if (!isLarge(value)) yield { path, kind: 'json', json: JSON.stringify(value) }
  else if (Array.isArray(value)) yield* toItems(value, path)
  else yield* toMembers(value as Record<string, unknown>, path)
}

function* toItems(list: readonly unknown[], path: readonly (string | number)[]): Generator<Piece> {
  yield { path, kind: 'json', json: '[]' }
  let start = 0
  let length = 0
  const rest = (end: number): Piece[] =>
    start < end ? [{ path, kind: 'items', json: JSON.stringify(list.slice(start, end)) }] : []
  for (const [index, item] of list.entries()) {
    const itemLength = measure(item)
    if (length + itemLength > PIECE_LENGTH) {
      yield* rest(index)
      start = index
      length = 0
    }
    length += itemLength
    if (itemLength <= PIECE_LENGTH) continue
    yield* toPieces(item, [...path, index])
    start = index + 1
    length = 0
  }
  yield* rest(list.length)
}

function* toMembers(object: Readonly<Record<string, unknown>>, path: readonly (string | number)[]): Generator<Piece> {
  yield { path, kind: 'json', json: '{}' }
  let members: [string, unknown][] = []
  let length = 0
  const rest = (): Piece[] =>
    members.length > 0 ? [{ path, kind: 'members', json: JSON.stringify(Object.fromEntries(members)) }] : []
  for (const [name, value] of Object.entries(object)) {
    const memberLength = name.length + measure(value)
    if (length + memberLength > PIECE_LENGTH) {
      yield* rest()
      members = []
      length = 0
    }
    if (memberLength > PIECE_LENGTH) {
      yield* toPieces(value, [...path, name])
      continue
    }
    members.push([name, value])
    length += memberLength
  }
  yield* rest()
}

/** Adds a piece to `holder.root`. Members called `__proto__` are refused before, so plain assignment is safe. */
export function addPiece(holder: { root: unknown }, piece: Piece): void {
  const path = ['root', ...piece.path]
  const last = path.pop() as string | number
  const parent = path.reduce<unknown>((value, name) => (value as Container)[name], holder) as Container
  if (piece.kind === 'text') {
    parent[last] = piece.text
    return
  }
  const value: unknown = JSON.parse(piece.json)
  if (piece.kind === 'json') parent[last] = value
  else if (piece.kind === 'members') Object.assign(parent[last] as object, value)
  else for (const item of value as unknown[]) (parent[last] as unknown[]).push(item)
}

type Container = Record<string | number, unknown>

function isLarge(value: unknown): boolean {
  return measure(value) > PIECE_LENGTH
}

/** About how many characters a value has as JSON; counting stops soon above PIECE_LENGTH. */
function measure(value: unknown): number {
  if (typeof value === 'string') return VALUE_LENGTH + value.length
  if (typeof value !== 'object' || value === null) return VALUE_LENGTH
  let length = VALUE_LENGTH
  for (const [name, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    length += (typeof name === 'string' ? name.length : 0) + measure(member)
    if (length > PIECE_LENGTH) break
  }
  return length
}
