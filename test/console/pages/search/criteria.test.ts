import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { chipsOf, describeSearch } from '../../../../console/src/pages/search/chips.ts'
import {
  FLAGS,
  isEverything,
  NO_CRITERIA,
  PERIODS,
  readCriteria,
  type SearchCriteria,
  SORTS,
  STATUSES,
  writeCriteria,
} from '../../../../console/src/pages/search/criteria.ts'
import { toFilters, toInput } from '../../../../console/src/pages/search/input.ts'
import { startOfDay } from '../../../../console/src/text/days.ts'
import { BLOCK_KINDS } from '../../../../console/src/text/kinds.ts'

const KINDS = Object.keys(BLOCK_KINDS) as (keyof typeof BLOCK_KINDS)[]
const NOW = Date.parse('2026-11-23T12:00:00Z')
const [ONE, TWO] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const NAMES = {
  tags: new Map([[ONE, 'Bo']]),
  folders: new Map([[TWO, 'North']]),
  applications: new Map([['m', 'Mail']]),
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const ids = fc.subarray([ONE, TWO])
const days = maybe(fc.constantFrom('2026-01-01', '2026-11-23'))
const criteria: fc.Arbitrary<SearchCriteria> = fc
  .record({
    words: fc.string(),
    kinds: fc.subarray(KINDS),
    tagIds: ids,
    anyTag: fc.boolean(),
    folderIds: ids,
    applications: fc.subarray(['mail', 'calendar']),
    statuses: fc.subarray([...STATUSES]),
    period: maybe(fc.constantFrom(...PERIODS)),
    from: days,
    to: days,
    flags: fc.subarray([...FLAGS]),
    chart: fc.boolean(),
    sort: maybe(fc.constantFrom(...SORTS)),
  })
  .map((found) => ({
    ...found,
    anyTag: found.anyTag && found.tagIds.length > 1,
    ...(found.period ? { from: undefined, to: undefined } : {}),
  }))

describe('the address', () => {
  test('says the whole search', () => {
    fc.assert(
      fc.property(criteria, (search) => {
        const address = writeCriteria(search).toString()
        expect(readCriteria(new URLSearchParams(address))).toEqual(search)
      }),
    )
  })

  test('may contain anything: what is not valid is ignored', () => {
    const address = 'kind=email,robot&tag=1,<script>&when=tomorrow&from=2026-02-30&status=done&sort=best&folder=x'
    expect(readCriteria(new URLSearchParams(address))).toEqual({ ...NO_CRITERIA, kinds: ['email'] })
  })

  test('is empty without a search', () => {
    expect(writeCriteria(NO_CRITERIA).toString()).toBe('')
    expect(isEverything({ ...NO_CRITERIA, words: ' ', sort: 'title', chart: true })).toBe(true)
    expect(isEverything({ ...NO_CRITERIA, flags: ['archived'] })).toBe(false)
  })
})

describe('what the platform is asked for', () => {
  const everything = { orFilters: [{ tags: [] }] }

  test('is everything that one may see, unless words, tags or folders say where to look', () => {
    expect(toFilters(NO_CRITERIA)).toEqual(everything)
    expect(toFilters({ ...NO_CRITERIA, kinds: ['note'] })).toEqual({ blockTypes: ['note'], ...everything })
    expect(toFilters({ ...NO_CRITERIA, words: ' roof ' })).toEqual({ searchString: 'roof' })
    expect(toFilters({ ...NO_CRITERIA, folderIds: [ONE] })).toEqual({ folderIds: [ONE] })
  })

  test('is all of the tags, or any of them', () => {
    const search = { ...NO_CRITERIA, tagIds: [ONE, TWO] }
    expect(toFilters(search).tags).toEqual([{ _ids: [ONE] }, { _ids: [TWO] }])
    expect(toFilters({ ...search, anyTag: true }).tags).toEqual([{ _ids: [ONE, TWO] }])
  })

  test('combines tags with what is shared by hand', () => {
    const { tags } = toFilters({ ...NO_CRITERIA, tagIds: [ONE], flags: ['shared'] })
    expect(tags).toEqual([{ _ids: [ONE] }, { shared: true, sharingApproaches: [0, 1] }])
  })

  test('ends with the last day', () => {
    const { dateAssociated } = toFilters({ ...NO_CRITERIA, from: '2026-11-01', to: '2026-11-02' })
    expect(dateAssociated).toEqual({ gte: startOfDay('2026-11-01'), lt: startOfDay('2026-11-03') })
    expect(toFilters({ ...NO_CRITERIA, to: '2026-11-02' }).dateAssociated).toEqual({ lt: startOfDay('2026-11-03') })
  })

  test('counts the days of a period from today', () => {
    const { dateAssociated } = toFilters({ ...NO_CRITERIA, period: 'last-7', from: '2020-01-01' }, NOW)
    expect(dateAssociated).toEqual({ gte: startOfDay('2026-11-17'), lt: startOfDay('2026-11-24') })
  })

  test('is ordered by relevance if there are words, and by the last change otherwise', () => {
    expect(toInput({ ...NO_CRITERIA, words: 'roof' }).sort).toBeUndefined()
    expect(toInput(NO_CRITERIA).sort).toEqual([{ field: 'dateUpdated', order: 'DESC' }])
    expect(toInput({ ...NO_CRITERIA, words: 'roof', sort: 'due' }).sort).toEqual([{ field: 'dateDue', order: 'ASC' }])
  })
})

describe('chips', () => {
  const search: SearchCriteria = {
    ...NO_CRITERIA,
    words: 'roof',
    kinds: ['email', 'note'],
    tagIds: [ONE, TWO],
    folderIds: [TWO],
    applications: ['m'],
    statuses: ['completed'],
    period: 'last-7',
    flags: ['favorite'],
  }

  test('name every filter', () => {
    expect(chipsOf(search, NAMES).map(({ label }) => label)).toEqual([
      'Emails',
      'Notes',
      'Bo',
      'Unknown',
      'Folder: North',
      'Last 7 days',
      'Completed',
      'Mail',
      'Favourites',
    ])
    expect(describeSearch({ ...search, kinds: ['note'], tagIds: [], period: undefined }, NAMES)).toBe(
      'roof · Notes · Folder: North · Completed · Mail · Favourites',
    )
  })

  test('remove their own filter and nothing else', () => {
    fc.assert(
      fc.property(criteria, (found) => {
        const chips = chipsOf(found, NAMES)
        for (const { key, without } of chips) {
          const left = chipsOf(without, NAMES).map((chip) => chip.key)
          expect(left).toEqual(chips.map((chip) => chip.key).filter((other) => other !== key))
          expect(without.words).toBe(found.words)
        }
      }),
    )
  })
})
