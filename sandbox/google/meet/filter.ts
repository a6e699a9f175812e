import type { HttpRequest } from '../../core/http/request.ts'
import { throwInvalidParameter } from '../api/errors.ts'

/** What a filter may compare: texts, or times in epoch ms, which are null while they are not known. */
export type FilterFields<T> = Readonly<
  Record<string, { type: 'text'; read(item: T): string } | { type: 'time'; read(item: T): number | null }>
>

type Condition<T> = (item: T) => boolean

const TOKEN = /\s*(?:("[^"\\]*")|([A-Za-z_][\w.]*)|(>=|<=|!=|=|<|>)|(\S))/y
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/
const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '>=': (order) => order >= 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '<': (order) => order < 0,
}

/**
 * Parses the request's `filter`: conditions joined by `AND`. Fields are in snake_case, values and times in double
 * quotes, times in RFC 3339 with their offset; `IS NULL` asks for a time that is not known.
 */
export function parseFilter<T>(request: HttpRequest, fields: FilterFields<T>): Condition<T> {
  const text = request.url.searchParams.get('filter') ?? ''
  const fail = (problem: string): never =>
    throwInvalidParameter(request, 'filter', `Invalid filter: ${problem} in '${text}'.`)
  const tokens = tokenize(text)
  const conditions: Condition<T>[] = []
  while (tokens.length > 0) {
    conditions.push(parseCondition(tokens, fields, fail))
    if (tokens.length === 0) break
    if (tokens.shift() !== 'AND' || tokens.length === 0) fail('expected AND and a further condition')
  }
  return (item) => conditions.every((matches) => matches(item))
}

function tokenize(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) tokens.push(match[0].trim())
  return tokens
}

function parseCondition<T>(tokens: string[], fields: FilterFields<T>, fail: (problem: string) => never): Condition<T> {
  const name = tokens.shift() ?? ''
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) return fail(`unknown field ${name}`)
  const operator = tokens.shift() ?? ''
  if (operator === 'IS' && field.type === 'time') {
    if (tokens.shift() !== 'NULL') fail('expected IS NULL')
    return (item) => field.read(item) === null
  }
  const compare = COMPARISONS[operator] ?? fail(`unknown operator ${operator}`)
  const value = tokens.shift() ?? ''
  if (!value.startsWith('"')) fail(`the value of ${name} is not in double quotes`)
  const literal = value.slice(1, -1)
  if (field.type === 'text') {
    if (operator !== '=') fail(`${name} can only be compared with =`)
    return (item) => field.read(item) === literal
  }
  const time = RFC3339.test(literal) ? Date.parse(literal) : Number.NaN
  if (Number.isNaN(time)) fail(`the value of ${name} is not a time with an offset`)
  return (item) => {
    const own = field.read(item)
    return own !== null && compare(own - time)
  }
}
