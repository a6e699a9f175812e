import type { HttpRequest } from '../../core/http/request.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { Fail } from '../api/errors.ts'
import { type Expansion, parseExpand } from './expand.ts'

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

/** The name of an OData system query option, without the `$`. */
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
  expand: readonly Expansion[]
}

/** The maximum `$top` of Outlook's collections. */
const MAX_PAGE_SIZE = 1000
const MAX_SKIP = 2 ** 31

/**
 * Parses the system query options, whose names begin with `$` and are case-insensitive. Parameters without a `$` are
 * ignored, as on Graph v1.0 (https://learn.microsoft.com/graph/query-parameters).
 */
export function parseOptions(request: HttpRequest, supported: readonly OptionName[], fail: Fail): QueryOptions {
  const values = collectOptions(request, supported, fail)
  const list = (name: OptionName) =>
    values
      .get(name)
      ?.split(',')
      .map((item) => item.trim())
  return omitUndefined({
    top: parseInteger(values, 'top', { min: 1, max: MAX_PAGE_SIZE }, fail),
    skip: parseInteger(values, 'skip', { min: 0, max: MAX_SKIP }, fail),
    select: list('select'),
    filter: values.get('filter'),
    orderby: values.get('orderby'),
    search: values.get('search'),
    skiptoken: values.get('skiptoken'),
    count: values.get('count')?.toLowerCase() === 'true',
    expand: parseExpand(values.get('expand') ?? '', fail),
  })
}

function collectOptions(request: HttpRequest, supported: readonly OptionName[], fail: Fail): Map<OptionName, string> {
  const values = new Map<OptionName, string>()
  for (const [name, value] of request.url.searchParams) {
    if (!name.startsWith('$')) continue
    const option = OPTION_NAMES.find((optionName) => `$${optionName}` === name.toLowerCase())
    if (!option || !supported.includes(option)) fail('BadRequest', `'${name}' is not supported by the service.`)
    if (values.has(option)) {
      fail('BadRequest', `Query option '${name}' was specified more than once, but it must be specified at most once.`)
    }
    values.set(option, value)
  }
  return values
}

function parseInteger(
  values: ReadonlyMap<OptionName, string>,
  name: OptionName,
  { min, max }: { min: number; max: number },
  fail: Fail,
): number | undefined {
  const text = values.get(name)
  if (text === undefined) return undefined
  const found = `Invalid value '${text}' for $${name} query option found.`
  if (!/^\d+$/.test(text))
    fail('BadRequest', `${found} The $${name} query option requires a non-negative integer value.`)
  const value = Number(text)
  if (value < min || value > max) fail('BadRequest', `${found} It must be between ${min} and ${max}.`)
  return value
}
