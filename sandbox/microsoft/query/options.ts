import type { Call } from '../../core/call.ts'
import type { ErrorName } from '../errors.ts'

const NAMES = [
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
export type OptionName = (typeof NAMES)[number]

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

type Refuse = (name: ErrorName, message: string) => never

/** The largest page of Outlook's collections. */
const MOST = 1000

/**
 * Reads the system query options, which have a `$` in front and are known whatever their case. A parameter without
 * `$` is no option and goes by unnoticed, as it may on v1.0 (https://learn.microsoft.com/graph/query-parameters).
 */
export function readOptions(call: Call, known: readonly OptionName[], refuse: Refuse): QueryOptions {
  const given = givenOptions(call, known, refuse)
  const whole = (name: OptionName, least: number, most: number) => wholeNumber(given, name, { least, most }, refuse)
  const list = (name: OptionName) =>
    given
      .get(name)
      ?.split(',')
      .map((one) => one.trim())
  const [top, skip, select] = [whole('top', 1, MOST), whole('skip', 0, 2 ** 31), list('select')]
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

function givenOptions(call: Call, known: readonly OptionName[], refuse: Refuse): Map<OptionName, string> {
  const given = new Map<OptionName, string>()
  for (const [name, value] of call.url.searchParams) {
    if (!name.startsWith('$')) continue
    const option = NAMES.find((one) => `$${one}` === name.toLowerCase())
    if (!option || !known.includes(option)) refuse('BadRequest', `'${name}' is not supported by the service.`)
    if (given.has(option)) {
      refuse(
        'BadRequest',
        `Query option '${name}' was specified more than once, but it must be specified at most once.`,
      )
    }
    given.set(option, value)
  }
  return given
}

function wholeNumber(
  given: ReadonlyMap<OptionName, string>,
  name: OptionName,
  { least, most }: { least: number; most: number },
  refuse: Refuse,
): number | undefined {
  const text = given.get(name)
  if (text === undefined) return undefined
  const found = `Invalid value '${text}' for $${name} query option found.`
  if (!/^\d+$/.test(text))
    refuse('BadRequest', `${found} The $${name} query option requires a non-negative integer value.`)
  const value = Number(text)
  if (value < least || value > most) refuse('BadRequest', `${found} It must be between ${least} and ${most}.`)
  return value
}
