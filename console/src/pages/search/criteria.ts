import type { BlockType, TaskStatus } from '../../../../platform/client/index.ts'
import { isDayKey } from '../../text/days.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'

export const STATUSES = ['not_started', 'in_progress', 'completed'] as const satisfies readonly TaskStatus[]
export const PERIODS = ['today', 'last-7', 'last-30', 'last-365', 'next-7', 'next-30'] as const
export const SORTS = ['changed', 'newest', 'oldest', 'due', 'title'] as const
/** What is either on or off. */
export const FLAGS = ['favorite', 'shared', 'proposed', 'archived'] as const

export type Period = (typeof PERIODS)[number]
export type Sort = (typeof SORTS)[number]
export type Flag = (typeof FLAGS)[number]

/** What is searched for. All of it must match; it is what the page's address says. */
export interface SearchCriteria {
  words: string
  kinds: readonly BlockType[]
  tagIds: readonly string[]
  /** Whether one of the tags suffices; otherwise all of them are required. */
  anyTag: boolean
  folderIds: readonly string[]
  applications: readonly string[]
  statuses: readonly TaskStatus[]
  /** A period relative to today; it takes precedence over `from` and `to`. */
  period?: Period | undefined
  /** First and last day (YYYY-MM-DD). */
  from?: string | undefined
  to?: string | undefined
  flags: readonly Flag[]
  /** Whether a chart shows when the results happened. */
  chart: boolean
  /** Without one, the best matches come first, or what changed last if there are no words. */
  sort?: Sort | undefined
}

export const NO_CRITERIA: SearchCriteria = {
  words: '',
  kinds: [],
  tagIds: [],
  anyTag: false,
  folderIds: [],
  applications: [],
  statuses: [],
  flags: [],
  chart: false,
}

const KINDS = Object.keys(BLOCK_KINDS) as BlockType[]
/** More than one can choose by hand; the rest of a list in an address is ignored. */
const MAX_ENTRIES = 40
const ID = /^[0-9a-f-]{36}$/i

/** Reads the address of the page. What is not valid is ignored. */
export function readCriteria(params: URLSearchParams): SearchCriteria {
  const list = (name: string) => [...new Set((params.get(name) ?? '').split(',').filter(Boolean))].slice(0, MAX_ENTRIES)
  const day = (name: string) => [params.get(name) ?? ''].find(isDayKey)
  return {
    words: params.get('q') ?? '',
    kinds: KINDS.filter((kind) => list('kind').includes(kind)),
    tagIds: list('tag').filter((id) => ID.test(id)),
    anyTag: params.get('tags') === 'any',
    folderIds: list('folder').filter((id) => ID.test(id)),
    applications: list('app'),
    statuses: STATUSES.filter((status) => list('status').includes(status)),
    period: PERIODS.find((period) => period === params.get('when')),
    from: day('from'),
    to: day('to'),
    flags: FLAGS.filter((flag) => params.has(flag)),
    chart: params.has('chart'),
    sort: SORTS.find((sort) => sort === params.get('sort')),
  }
}

/** The address of the page. What is not restricted is left out. */
export function writeCriteria(criteria: SearchCriteria): URLSearchParams {
  const { words, kinds, tagIds, anyTag, folderIds, applications, statuses, period, from, to, flags, chart, sort } =
    criteria
  const entries: [string, string | undefined][] = [
    ['q', words],
    ['kind', kinds.join(',')],
    ['tag', tagIds.join(',')],
    ['tags', anyTag && tagIds.length > 1 ? 'any' : ''],
    ['folder', folderIds.join(',')],
    ['app', applications.join(',')],
    ['status', statuses.join(',')],
    ['when', period],
    ['from', period ? '' : from],
    ['to', period ? '' : to],
    ...flags.map((flag): [string, string] => [flag, '1']),
    ['chart', chart ? '1' : ''],
    ['sort', sort],
  ]
  return new URLSearchParams(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Whether nothing is restricted; the order and the chart do not count. */
export function isEverything(criteria: SearchCriteria): boolean {
  return writeCriteria({ ...criteria, words: criteria.words.trim(), chart: false, sort: undefined }).size === 0
}
