import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, SCOPE, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, as, type Get, itemsOf, ME, pagesOf, STEADY } from '../harness.ts'

let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = as(microsoft, ADA)
})
afterEach(() => microsoft.stop())

const calendars = async () => itemsOf(await pagesOf(get, `${ME}/calendars`))
const named = async (name: string) => (await calendars()).find((calendar) => calendar.name === name)
const WEEK = { startDateTime: '2026-03-16T00:00:00Z', endDateTime: '2026-03-23T00:00:00Z', $top: 100 }
const view = (id: string, query: object = WEEK) =>
  get(`${ME}/calendars/${encodeURIComponent(id)}/calendarView`, { ...query })

describe('the list of calendars', () => {
  test('has small pages unless $top is sent', async () => {
    const pages = await pagesOf(get, `${ME}/calendars`)
    expect(pages.map(({ body }) => body.value.length)).toEqual([5, 4])
    expect((await get(`${ME}/calendars`, { $top: 100 })).body.value).toHaveLength(9)
  })

  test('marks the default calendar, and has owners and permissions', async () => {
    const all = await calendars()
    expect(all.filter(({ isDefaultCalendar }) => isDefaultCalendar).map(({ name }) => name)).toEqual(['Calendar'])
    expect(await named('Bilal Haddad')).toMatchObject({
      owner: { name: 'Bilal Haddad', address: 'bilal@meridian.example' },
      canViewPrivateItems: false,
      canEdit: false,
    })
    expect((await get(`${ME}/calendar`)).body).toMatchObject({ name: 'Calendar', id: all[0].id })
  })

  test('always contains the id, whatever is selected', async () => {
    const { body } = await get(`${ME}/calendars`, { $select: 'name' })
    expect(Object.keys(body.value[0]).sort()).toEqual(['id', 'name'])
  })

  test('requires a calendar scope', async () => {
    const { status, body } = await as(microsoft, ADA, [SCOPE.mail])(`${ME}/calendars`)
    expect([status, body.error.code]).toEqual([403, 'ErrorAccessDenied'])
  })
})

describe('ids of calendars', () => {
  test('are case-sensitive', async () => {
    const [current, old] = [await named('Partner programme'), await named('Partner programme (old)')]
    expect(current.id).not.toBe(old.id)
    expect(current.id.toLowerCase()).toBe(old.id.toLowerCase())
    for (const { id, name } of [current, old]) {
      expect((await get(`${ME}/calendars/${encodeURIComponent(id)}`)).body.name).toBe(name)
    }
    expect((await view(current.id.toLowerCase())).body.error.code).toBe('ErrorInvalidIdMalformed')
  })

  test('contain characters that must be escaped in a path', async () => {
    const { id } = await named('Kōwhai launch')
    expect(id).toMatch(/\/.*\+.*=/)
    expect((await view(id)).status).toBe(200)
    const raw = await get(`${ME}/calendars/${id}/calendarView`, WEEK)
    expect([raw.status, raw.body.error.code]).toEqual([400, 'BadRequest'])
  })

  test('have different errors when malformed and when unknown', async () => {
    expect((await view('primary')).body.error).toMatchObject({
      code: 'ErrorInvalidIdMalformed',
      message: 'Id is malformed.',
    })
    const unknown = await view('AAMkAGnowhereToBeFoundNowhereToBeFound=')
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'ErrorItemNotFound'])
  })

  test('are not changed by ImmutableId, unless calendarIds is by-preference', async () => {
    const listed = async (prefer: string) => (await get(`${ME}/calendars`, { $top: 100 }, { prefer })).body.value
    const [plain] = await listed('')
    expect((await listed(STEADY))[0].id).toBe(plain.id)
    microsoft.settings.calendarIds = 'by-preference'
    const [preferred] = await listed(STEADY)
    expect(preferred.id).not.toBe(plain.id)
    expect((await view(preferred.id)).status).toBe(200)
    expect((await view(plain.id)).status).toBe(200)
    microsoft.settings.calendarIds = 'constant'
    expect((await view(preferred.id)).status).toBe(404)
  })
})

describe('calendars that fail', () => {
  test('are one that is gone and one that is unavailable; the others work', async () => {
    const gone = await view((await named('Anniversaires')).id)
    expect([gone.status, gone.body.error.code]).toEqual([404, 'ErrorItemNotFound'])
    const unavailable = await view((await named('Portland fleet')).id)
    expect([unavailable.status, unavailable.body.error]).toMatchObject([503, { code: 'UnknownError', message: '' }])
    expect((await view((await named('Calendar')).id)).status).toBe(200)
  })
})

describe('shared calendars', () => {
  test('show that there is a private event, but not its content', async () => {
    const { body } = await view((await named('Bilal Haddad')).id)
    const secret = body.value.find(({ start }: { start: { dateTime: string } }) =>
      start.dateTime.startsWith('2026-03-18'),
    )
    expect(secret).toMatchObject({ sensitivity: 'private', subject: '', attendees: [], showAs: 'busy' })
    expect(JSON.stringify(body)).not.toMatch(/interview|Nobody may know|Secret/)
    expect(body.value.map(({ subject }: { subject: string }) => subject)).toContain('Customer dinner')
  })

  test('show private events to users who may see them', async () => {
    const query = { startDateTime: '2026-03-23', endDateTime: '2026-03-30' }
    const { body } = await view((await named('Chloé Lefèvre')).id, query)
    expect(body.value).toContainEqual(expect.objectContaining({ subject: 'School play', sensitivity: 'private' }))
  })
})
