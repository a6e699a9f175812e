import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, as, BILAL, type Get, itemsOf, ME, pagesOf, type Query, STEADY } from '../harness.ts'

const VIEW = `${ME}/calendarView`
const MARCH = { startDateTime: '2026-03-01T00:00:00Z', endDateTime: '2026-04-01T00:00:00Z' }
let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = as(microsoft, BILAL)
})
afterEach(() => microsoft.stop())

const add = (event: Partial<Parameters<MicrosoftSandbox['addEvent']>[2]>) =>
  microsoft.addEvent(BILAL, 'default', { start: '2026-03-17T10:00', end: '2026-03-17T11:00', ...event })
const subjects = async (query: Query) =>
  (await get(VIEW, { $top: 1000, ...query })).body.value.map(({ subject }: { subject: string }) => subject)

describe('the window', () => {
  test('is required, and must be well-formed and in order', async () => {
    const missing = await get(VIEW)
    expect([missing.status, missing.body.error.code]).toEqual([400, 'ErrorInvalidParameter'])
    expect(missing.body.error.message).toContain('StartDateTime and EndDateTime')
    expect((await get(VIEW, { startDateTime: MARCH.startDateTime })).status).toBe(400)
    expect((await get(VIEW, { ...MARCH, endDateTime: 'tomorrow' })).body.error.message).toBe(
      "The value 'tomorrow' of parameter 'endDateTime' is invalid.",
    )
    expect((await get(VIEW, { startDateTime: MARCH.endDateTime, endDateTime: MARCH.startDateTime })).status).toBe(400)
  })

  test('is invalid when the plus of an offset is not escaped', async () => {
    const raw = await get(`${VIEW}?startDateTime=2026-03-01T00:00:00+01:00&endDateTime=2026-04-01T00:00:00Z`)
    expect([raw.status, raw.body.error.code]).toEqual([400, 'ErrorInvalidParameter'])
    expect((await get(VIEW, { ...MARCH, startDateTime: '2026-03-01T00:00:00+01:00' })).status).toBe(200)
  })

  test('is in UTC without an offset, whatever zone is preferred, and may be a date', async () => {
    microsoft.settings.windowSlackMs = 0
    add({ subject: 'At nine UTC', start: '2026-03-17T09:00', end: '2026-03-17T09:30', timeZone: 'UTC' })
    const prefer = { prefer: 'outlook.timezone="Tokyo Standard Time"' }
    const from = async (startDateTime: string) =>
      (await get(VIEW, { startDateTime, endDateTime: '2026-03-18' }, prefer)).body.value.length
    expect([await from('2026-03-17T09:30:00'), await from('2026-03-17T09:30:01')]).toEqual([1, 0])
    expect(await from('2026-03-17')).toBe(1)
  })

  test('is limited to five years', async () => {
    const wide = (days: number) => ({
      startDateTime: MARCH.startDateTime,
      endDateTime: new Date(Date.parse(MARCH.startDateTime) + days * 86_400_000).toISOString(),
    })
    expect((await get(VIEW, wide(1825))).status).toBe(200)
    const wider = await get(VIEW, wide(1825.1))
    expect([wider.status, wider.body.error]).toMatchObject([
      400,
      { code: 'ErrorInvalidRequest', message: expect.stringContaining('Maximum number of days: 1825') },
    ])
  })

  test('includes events that touch it, and by default events slightly outside', async () => {
    add({ subject: 'Ends when it begins', start: '2026-03-17T08:00', end: '2026-03-17T09:00', timeZone: 'UTC' })
    add({ subject: 'Begins when it ends', start: '2026-03-17T10:00', end: '2026-03-17T11:00', timeZone: 'UTC' })
    add({ subject: 'Ten minutes off', start: '2026-03-17T10:10', end: '2026-03-17T11:00', timeZone: 'UTC' })
    const hour = { startDateTime: '2026-03-17T09:00:00Z', endDateTime: '2026-03-17T10:00:00Z' }
    expect(await subjects(hour)).toEqual(['Ends when it begins', 'Begins when it ends', 'Ten minutes off'])
    microsoft.settings.windowSlackMs = 0
    expect(await subjects(hour)).toEqual(['Ends when it begins', 'Begins when it ends'])
    const between = { startDateTime: '2026-03-17T09:00:01Z', endDateTime: '2026-03-17T09:59:59Z' }
    expect(await subjects(between)).toEqual([])
  })

  test('times out beyond viewTimeoutDays', async () => {
    microsoft.settings.viewTimeoutDays = 15
    const wide = await get(VIEW, MARCH)
    expect([wide.status, wide.body.error.code]).toEqual([504, 'UnknownError'])
    expect((await get(VIEW, { ...MARCH, endDateTime: '2026-03-16T00:00:00Z' })).status).toBe(200)
  })
})

describe('pages', () => {
  beforeEach(() => {
    add({
      recurrence: 'RRULE:FREQ=DAILY;COUNT=12',
      subject: 'Daily',
      start: '2026-03-02T09:00',
      end: '2026-03-02T10:00',
    })
  })

  test('have ten events by default, and from 1 to 1000 with $top', async () => {
    expect((await get(VIEW, MARCH)).body.value).toHaveLength(10)
    expect((await get(VIEW, { ...MARCH, $top: 1000 })).body.value).toHaveLength(12)
    for (const $top of [0, 1001, -1, 'all']) {
      expect((await get(VIEW, { ...MARCH, $top })).status).toBe(400)
    }
  })

  test('have links on the same origin, with the escaped window and a $skip that is not a count', async () => {
    const { body } = await get(VIEW, { ...MARCH, $top: 5 })
    const link = body['@odata.nextLink']
    expect(link).toMatch(
      new RegExp(
        `^${microsoft.origin}${VIEW}\\?startDateTime=2026-03-01T00%3a00%3a00Z&endDateTime=2026-04-01T00%3a00%3a00Z&%24top=5&%24skip=\\d+$`,
      ),
    )
    expect(Number(/skip=(\d+)/.exec(link)?.[1])).toBeGreaterThan(12)
    expect((await get(link)).body.value).toHaveLength(5)
  })

  test('accept a number of items as $skip', async () => {
    const [third] = (await get(VIEW, { ...MARCH, $skip: 2 })).body.value
    expect(third.start.dateTime).toMatch(/^2026-03-04/)
  })

  test('have other ids and another zone without the Prefer header', async () => {
    const first = await get(VIEW, { ...MARCH, $top: 5 }, { prefer: STEADY })
    const link = first.body['@odata.nextLink']
    const [steady, withoutPrefer] = [await get(link, {}, { prefer: STEADY }), await get(link)]
    expect(steady.headers.get('preference-applied')).toBe(STEADY)
    expect(withoutPrefer.headers.get('preference-applied')).toBeNull()
    const [a, b] = [steady.body.value[0], withoutPrefer.body.value[0]]
    expect(a.start).toEqual({ dateTime: '2026-03-07T08:00:00.0000000', timeZone: 'UTC' })
    expect(b.start).toEqual({ dateTime: '2026-03-07T09:00:00.0000000', timeZone: 'Europe/Paris' })
    expect([a.id.slice(0, 4), b.id.slice(0, 4)]).toEqual(['AAkA', 'AAMk'])
    expect([a.body.contentType, b.body.contentType]).toEqual(['text', 'html'])
  })

  test('use UTC without the header when zoneWithoutPreference is UTC, as documented', async () => {
    microsoft.settings.zoneWithoutPreference = 'UTC'
    expect((await get(VIEW, MARCH)).body.value[0].start).toEqual({
      dateTime: '2026-03-02T08:00:00.0000000',
      timeZone: 'UTC',
    })
  })
})

describe('preferences', () => {
  test.each([
    ['outlook.timezone="Pacific Standard Time"', '2026-03-17T02:00:00.0000000'],
    ['outlook.timezone="Asia/Tokyo"', '2026-03-17T18:00:00.0000000'],
    ['OUTLOOK.TIMEZONE="UTC"', '2026-03-17T09:00:00.0000000'],
    ['respond-async, outlook.timezone="tzone://Microsoft/Utc"', '2026-03-17T09:00:00.0000000'],
  ])('%s returns times in that zone', async (prefer, dateTime) => {
    add({})
    const { body, headers } = await get(VIEW, MARCH, { prefer })
    const name = /"(.+)"/.exec(prefer)?.[1]
    expect(body.value[0].start).toEqual({ dateTime, timeZone: name })
    expect(headers.get('preference-applied')).toContain(name)
    expect(headers.get('preference-applied')).not.toContain('respond-async')
  })

  test.each(['Customized Time Zone', 'GMT+2', '+02:00', 'Mars/Olympus', 'constructor', ''])(
    '%j is not a time zone',
    async (name) => {
      const { status, body } = await get(VIEW, MARCH, { prefer: `outlook.timezone="${name}"` })
      expect([status, body.error.code]).toEqual([400, 'TimeZoneNotSupportedException'])
      expect(body.error.message).toContain(`'${name}'`)
    },
  )

  test('never convert the dates of all-day events', async () => {
    add({ start: '2026-03-17', end: '2026-03-19', timeZone: 'Pacific/Auckland' })
    for (const zone of ['UTC', 'Hawaiian Standard Time', 'Pacific/Kiritimati']) {
      const { body } = await get(VIEW, MARCH, { prefer: `outlook.timezone="${zone}"` })
      expect(body.value[0]).toMatchObject({
        isAllDay: true,
        start: { dateTime: '2026-03-17T00:00:00.0000000', timeZone: zone },
        end: { dateTime: '2026-03-19T00:00:00.0000000', timeZone: zone },
        originalStartTimeZone: 'New Zealand Standard Time',
      })
    }
  })
})

describe('order and filter', () => {
  beforeEach(() => {
    add({ subject: 'Late', start: '2026-03-20T10:00', end: '2026-03-20T11:00' })
    add({ subject: 'Early', start: '2026-03-10T10:00', end: '2026-03-10T11:00', isCancelled: true })
  })

  test('are by creation without $orderby', async () => {
    expect(await subjects(MARCH)).toEqual(['Late', 'Canceled: Early'])
    expect(await subjects({ ...MARCH, $orderby: 'start/dateTime' })).toEqual(['Canceled: Early', 'Late'])
    expect(await subjects({ ...MARCH, $orderby: 'start/dateTime desc' })).toEqual(['Late', 'Canceled: Early'])
  })

  test('support properties of events, but not start and end', async () => {
    expect(await subjects({ ...MARCH, $filter: 'isCancelled eq false' })).toEqual(['Late'])
    const byStart = await get(VIEW, { ...MARCH, $filter: "start/dateTime ge '2026-03-15'" })
    expect([byStart.status, byStart.body.error.code]).toEqual([400, 'ErrorInvalidUrlQueryFilter'])
  })

  test('omit the times of creation and modification when other properties are selected', async () => {
    const [plain] = (await get(VIEW, MARCH)).body.value
    expect(plain.createdDateTime).toBe('2026-03-16T09:00:00.0000000Z')
    const [selected] = (await get(VIEW, { ...MARCH, $select: 'subject,createdDateTime' })).body.value
    expect(Object.keys(selected).sort()).toEqual(['@odata.etag', 'id', 'subject'])
  })
})

describe('the sample calendar', () => {
  test('has events before and after the start, with series across every daylight saving time change', async () => {
    const ada = as(microsoft, ADA)
    const window = { startDateTime: '2026-01-15T00:00:00Z', endDateTime: '2026-07-15T00:00:00Z', $top: 50 }
    const events = itemsOf(await pagesOf(ada, VIEW, window, { prefer: STEADY }))
    expect(events.length).toBeGreaterThan(120)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    const startsOf = (subject: string) =>
      new Set(events.filter((event) => event.subject === subject).map(({ start }) => start.dateTime.slice(11, 16)))
    // In winter, in the three weeks between the two changes, and in summer.
    expect(startsOf('Kestrel operations review')).toEqual(new Set(['16:30', '15:30']))
    expect(startsOf('Kōwhai logistics')).toEqual(new Set(['07:00', '08:00']))
    expect(startsOf('Partner stand-up')).toEqual(new Set(['08:15', '07:15']))
    expect(startsOf('桜井精密 定例会議')).toEqual(new Set(['07:00']))
  })
})
