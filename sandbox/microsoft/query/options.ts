import type { HttpRequest } from '../../core/http/request.ts'
import type { ErrorName } from '../api/errors.ts'

const OPTION_NAMES = [
  'count',
  'expand',
  'filter',
  'format',
  'orderby',
  'search',
  'select',
  'skip',
  'skiptoken',
  'top',
] as const

/** An OData system query option, without its `$`. */
export type OptionName = (typeof OPTION_NAMES)[number]

export interface QueryOptions {
  top?: number
  skip?: number
  skiptoken?: string
  select?: readonly string[]
  filter?: string
  orderby?: string
  search?: string
  count: boolean
  expand: readonly string[]
}

type Fail = (name: ErrorName, message: string) => never

/** The largest page of Outlook's collections. */
const MAX_PAGE_SIZE = 1000

/**
 * Reads the system query options, which have a `$` in front and are known whatever their case. A parameter without
 * `$` is no option and goes by unnoticed, as it may on v1.0 (https://learn.microsoft.com/graph/query-parameters).
 */
export function parseOptions(request: HttpRequest, known: readonly OptionName[], fail: Fail): QueryOptions {
  const given = collectOptions(request, known, fail)
  const whole = (name: OptionName, least: number, most: number) => parseInteger(given, name, { least, most }, fail)
  const list = (name: OptionName) =>
    given
      .get(name)
      ?.split(',')
      .map((one) => one.trim())
  const [top, skip, select] = [whole('top', 1, MAX_PAGE_SIZE), whole('skip', 0, 2 ** 31), list('select')]
  const text = (name: 'filter' | 'orderby' | 'search' | 'skiptoken') =>
    given.has(name) ? { [name]: given.get(name) } : {}
  return {
    ...(top === undefined ? {} : { top }),
    ...(skip === undefined ? {} : { skip }),
    ...(select === undefined ? {} : { select }),
    ...text('filter'),
    ...text('orderby'),
    ...text('search'),
    ...text('skiptoken'),
    count: given.get('count')?.toLowerCase() === 'true',
    expand: list('expand') ?? [],
  }
}

function collectOptions(request: HttpRequest, known: readonly OptionName[], fail: Fail): Map<OptionName, string> {
  const given = new Map<OptionName, string>()
  for (const [name, value] of request.url.searchParams) {
    if (!name.startsWith('$')) continue
    const option = OPTION_NAMES.find((one) => `$${one}` === name.toLowerCase())
    if (!option || !known.includes(option)) fail('BadRequest', `'${name}' is not supported by the service.`)
    if (given.has(option)) {
      fail('BadRequest', `Query option '${name}' was specified more than once, but it must be specified at most once.`)
    }
    given.set(option, value)
  }
  return given
}

function parseInteger(
  given: ReadonlyMap<OptionName, string>,
  name: OptionName,
  { least, most }: { least: number; most: number },
  fail: Fail,
): number | undefined {
  const text = given.get(name)
  if (text === undefined) return undefined
  const found = `Invalid value '${text}' for $${name} query option found.`
  if (!/^\d+$/.test(text))
    fail('BadRequest', `${found} The $${name} query option requires a non-negative integer value.`)
  const value = Number(text)
  if (value < least || value > most) fail('BadRequest', `${found} It must be between ${least} and ${most}.`)
  return value
}
