import { queryError, unexpectedToken } from '../soql/errors.ts'

export type SearchGroup = 'ALL' | 'NAME' | 'EMAIL' | 'PHONE' | 'SIDEBAR'

export interface Returning {
  readonly object: string
  /** The fields and clauses of the object as a SOQL statement. */
  readonly soql: string
}

export interface SearchStatement {
  /** The text between the braces, with its escape sequences. */
  readonly term: string
  readonly group: SearchGroup
  /** Undefined to search all searchable objects. */
  readonly returning: readonly Returning[] | undefined
  readonly limit: number
}

const MAX_ROWS = 2_000
const FIND = /^\s*FIND\s*\{((?:\\.|[^\\{}])*)\}/is
const REST = /^(?:\s+IN\s+(ALL|NAME|EMAIL|PHONE|SIDEBAR)\s+FIELDS)?(?:\s+RETURNING\s+(.+?))?(?:\s+LIMIT\s+(\d+))?\s*$/is
const CLAUSES = /\s+(?=(?:WHERE|ORDER\s+BY|LIMIT|OFFSET)\s)/i

/** Parses `FIND {…} IN … FIELDS RETURNING …, … LIMIT n`. */
export function parseSearch(sosl: string): SearchStatement {
  const find = FIND.exec(sosl)
  if (!find?.[1]?.trim()) {
    const message = 'No search term found. The search term must be enclosed in braces.'
    throw queryError('MALFORMED_SEARCH', message)
  }
  const rest = REST.exec(sosl.slice(find[0].length))
  if (!rest) throw queryError('MALFORMED_SEARCH', `unexpected token: ${sosl.slice(find[0].length).trim()}`)
  const [, group = 'ALL', returning, limit] = rest
  return {
    term: find[1],
    group: group.toUpperCase() as SearchGroup,
    returning: returning === undefined ? undefined : splitList(returning).map((item) => parseReturning(sosl, item)),
    limit: Math.min(MAX_ROWS, Number(limit ?? MAX_ROWS)),
  }
}

function parseReturning(sosl: string, text: string): Returning {
  const [, object, inner] = /^\s*(\w+)\s*(?:\((.+)\))?\s*$/s.exec(text) ?? []
  if (object === undefined) throw unexpectedToken(sosl, text.trim())
  const [fields = 'Id', ...clauses] = (inner ?? 'Id').split(CLAUSES)
  return { object, soql: [`SELECT ${fields} FROM ${object}`, ...clauses].join(' ') }
}

/** Splits at the commas outside of parentheses and strings. */
function splitList(text: string): string[] {
  const items = ['']
  let depth = 0
  for (const [piece] of text.matchAll(/'(?:\\.|[^'\\])*'|./gs)) {
    depth += Number(piece === '(') - Number(piece === ')')
    if (piece === ',' && depth === 0) items.push('')
    else items.push((items.pop() ?? '') + piece)
  }
  return items
}
