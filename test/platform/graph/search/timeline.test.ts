import { describe, expect, test } from '@jest/globals'
import { newEmail } from '../api.ts'
import { addPerson, tenantOf } from '../block-content.ts'
import { api, content, DAY, type StagedBlock, stage, useStagedBlocks } from './staged-blocks.ts'

useStagedBlocks()

const EVERYTHING = { orFilters: [{ tags: [] }] }
const QUERY = `query Timeline($input: GraphTimelineInput) {
  searchGraphTimeline(input: $input) { date blockType count }
}`

interface Timeline {
  /** Such as "2026-03-08T05:00:00.000Z note 2". */
  entries: string[]
  warnings: { code: string }[]
}

/** Reads a timeline as a person, in a time zone. */
async function timeline(email: string, input: object, timeZone = 'UTC'): Promise<Timeline> {
  const headers = { Authorization: `Bearer ${await api.issuer.token(email)}`, 'x-user-timezone': timeZone }
  const response = await api.post('/api/v1/graph', { query: QUERY, variables: { input } }, headers)
  const { data, errors, extensions } = (await response.json()) as {
    data: { searchGraphTimeline: { date: number; blockType: string; count: number }[] }
    errors?: unknown
    extensions?: { warnings: { code: string }[] }
  }
  expect(errors).toBeUndefined()
  const entries = data.searchGraphTimeline.map(
    ({ date, blockType, count }) => `${new Date(date).toISOString()} ${blockType} ${count}`,
  )
  return { entries, warnings: extensions?.warnings ?? [] }
}

const at = (...times: string[]): StagedBlock[] => times.map((time) => ({ date_associated: Date.parse(time) }))

async function staged(...blocks: StagedBlock[]): Promise<string> {
  return (await stage(blocks)).viewer.email
}

describe('a timeline', () => {
  test('counts blocks by type and day, the earliest first, without empty days', async () => {
    const email = await staged(
      { type: 'email', date_associated: Date.UTC(2026, 2, 9, 23, 59) },
      { type: 'email', date_associated: Date.UTC(2026, 2, 9) },
      ...at('2026-03-09T12:00Z', '2026-03-02T12:00Z'),
    )
    expect(await timeline(email, EVERYTHING)).toEqual({
      entries: [
        '2026-03-02T00:00:00.000Z note 1',
        '2026-03-09T00:00:00.000Z email 2',
        '2026-03-09T00:00:00.000Z note 1',
      ],
      warnings: [],
    })
  })

  test.each([
    ['Asia/Tokyo', ['2026-03-07T15:00:00.000Z note 1', '2026-03-08T15:00:00.000Z note 1']],
    ['America/New_York', ['2026-03-08T05:00:00.000Z note 2']],
    ['UTC', ['2026-03-08T00:00:00.000Z note 1', '2026-03-09T00:00:00.000Z note 1']],
  ])('has days of the viewer, in %s', async (timeZone, entries) => {
    // In New York this day has 23 hours.
    const email = await staged(...at('2026-03-08T05:00Z', '2026-03-09T03:59Z'))
    expect((await timeline(email, EVERYTHING, timeZone)).entries).toEqual(entries)
  })

  test('has weeks that begin on Monday, and months', async () => {
    const email = await staged(...at('2026-03-01T12:00Z', '2026-03-02T12:00Z', '2026-03-31T22:30Z'))
    expect((await timeline(email, { ...EVERYTHING, interval: 'WEEK' })).entries).toEqual([
      '2026-02-23T00:00:00.000Z note 1',
      '2026-03-02T00:00:00.000Z note 1',
      '2026-03-30T00:00:00.000Z note 1',
    ])
    expect((await timeline(email, { ...EVERYTHING, interval: 'month' }, 'Europe/Paris')).entries).toEqual([
      '2026-02-28T23:00:00.000Z note 2',
      '2026-03-31T22:00:00.000Z note 1',
    ])
  })

  test('counts only within the given times, also of the first and the last day', async () => {
    const email = await staged(...at('2026-03-01T11:00Z', '2026-03-01T12:00Z', '2026-03-02T12:00Z'))
    const within = { gte: Date.parse('2026-03-01T12:00Z'), lt: Date.parse('2026-03-02T12:00Z') }
    expect((await timeline(email, { ...EVERYTHING, dateAssociated: within })).entries).toEqual([
      '2026-03-01T00:00:00.000Z note 1',
    ])
    expect(await timeline(email, { ...EVERYTHING, dateAssociated: { gte: within.lt, lt: within.gte } })).toEqual({
      entries: [],
      warnings: [],
    })
  })

  test('of nothing is empty', async () => {
    expect((await timeline(newEmail(), EVERYTHING)).entries).toEqual([])
  })
})

describe('a timeline of more than 400 days', () => {
  const now = Date.now()
  const ago = (days: number) => ({ date_associated: now - days * DAY })
  const count = ({ entries }: Timeline) => entries.length

  test('is that of the days around now, with a warning', async () => {
    const email = await staged(ago(20_000), ago(290), ago(0), ago(-90), ago(-20_000))
    const days = await timeline(email, EVERYTHING)
    expect([count(days), days.warnings[0]?.code]).toEqual([3, 'SCOPE_CLAMPED'])
    expect(count(await timeline(email, { ...EVERYTHING, interval: 'MONTH' }))).toBe(3)
    expect(count(await timeline(email, { ...EVERYTHING, dateAssociated: { gte: now - 19_000 * DAY } }))).toBe(3)
  })

  test('is that of the last days if all are past, and of the first ones if all are in the future', async () => {
    expect(count(await timeline(await staged(ago(900), ago(800), ago(600)), EVERYTHING))).toBe(3)
    expect(count(await timeline(await staged(ago(1_100), ago(800), ago(600)), EVERYTHING))).toBe(2)
    expect(count(await timeline(await staged(ago(-600), ago(-800), ago(-1_100)), EVERYTHING))).toBe(2)
  })

  test('is not shortened if its blocks are of fewer days than were selected', async () => {
    const email = await staged(ago(0), ago(100))
    expect(await timeline(email, { ...EVERYTHING, dateAssociated: { gte: -1e300, lt: 1e300 } })).toMatchObject({
      entries: [expect.anything(), expect.anything()],
      warnings: [],
    })
  })

  test('takes the earliest and the latest time there is', async () => {
    const email = await staged({ date_associated: -8.64e15 }, ago(0), { date_associated: 8.64e15 })
    expect(count(await timeline(email, EVERYTHING))).toBe(1)
  })
})

test('what is shared with the viewer is counted, and nothing of others', async () => {
  const [guest, outsider] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
  const { viewer, ids } = await stage(at('2026-03-01T12:00Z', '2026-03-01T12:00Z'))
  await addPerson(content, viewer, guest.email)
  const share = 'mutation Share($input: AddSharingTagInput!) { addSharingTag(input: $input) { block { _id } } }'
  const sharingTag = { email: guest.email, shared: true, sharingLevel: 0, sharingApproach: 1 }
  const shared = await api.execute(viewer.email, share, { input: { referenceBlock: { id: ids[0] }, sharingTag } })
  expect(shared.errors).toBeUndefined()
  const selected = { _ids: ids }
  expect((await timeline(viewer.email, selected)).entries).toEqual(['2026-03-01T00:00:00.000Z note 2'])
  expect((await timeline(guest.email, selected)).entries).toEqual(['2026-03-01T00:00:00.000Z note 1'])
  expect((await timeline(outsider.email, selected)).entries).toEqual([])
})
