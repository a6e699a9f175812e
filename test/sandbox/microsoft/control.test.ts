import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { type MicrosoftSandbox, startMicrosoft } from '../../../sandbox/microsoft/index.ts'
import { ADA, as, BILAL, ME, replyOf, STEADY } from './harness.ts'

let microsoft: MicrosoftSandbox

beforeEach(async () => {
  microsoft = await startMicrosoft()
})
afterEach(() => microsoft.stop())

async function control(method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  return replyOf(await fetch(`${microsoft.origin}/_sandbox/${path}`, init))
}
const listed = async (account: string, path: string, query = {}) =>
  (await as(microsoft, account)(`${ME}/${path}`, { $top: 100, ...query }, { prefer: STEADY })).body.value
const WINDOW = { startDateTime: '2026-03-01', endDateTime: '2026-04-01' }

describe('knobs over HTTP', () => {
  test('are shown and turned by name', async () => {
    expect((await control('GET', 'microsoft')).body).toMatchObject({ mailboxConcurrency: 4, loop: 'none' })
    await control('PATCH', 'microsoft', { calendarsPageSize: 2 })
    expect((await as(microsoft, ADA)(`${ME}/calendars`)).body.value).toHaveLength(2)
    expect((await control('PATCH', 'microsoft', { nonsense: 1 })).status).toBe(400)
  })

  test('are each sandbox’s own', async () => {
    const other = await startMicrosoft()
    await control('PATCH', 'microsoft', { emptyPages: 3, scopeForm: 'prefixed' })
    expect(other.settings).toMatchObject({ emptyPages: 0, scopeForm: 'bare' })
    await other.stop()
  })

  test('name the zone of a mailbox, and break it', async () => {
    await control('PATCH', 'mailbox', { account: ADA, clock: { name: 'Kamchatka Standard Time' } })
    expect((await as(microsoft, ADA)(`${ME}/mailboxSettings/timeZone`)).body.value).toBe('Kamchatka Standard Time')
    await control('PATCH', 'mailbox', { account: ADA, error: 'ErrorInvalidLicense' })
    expect((await as(microsoft, ADA)(`${ME}/messages`)).status).toBe(403)
    expect((await control('PATCH', 'mailbox', { account: ADA, error: 'nonsense' })).status).toBe(400)
    await control('PATCH', 'mailbox', { account: ADA, error: null })
    expect((await as(microsoft, ADA)(`${ME}/messages`)).status).toBe(200)
  })
})

describe('mail over HTTP', () => {
  test('is delivered, moved and removed', async () => {
    const attachments = [{ name: 'a.txt', contentType: 'text/plain', base64: Buffer.from('hello').toString('base64') }]
    const mail = { subject: 'New', from: { name: 'Maya', address: 'maya@kestrel.example' }, text: 'Hi', attachments }
    const { ids } = (await control('POST', 'mail', { account: BILAL, mail })).body
    const [delivered] = await listed(BILAL, 'messages')
    expect(delivered).toMatchObject({
      id: ids.immutable,
      subject: 'New',
      hasAttachments: true,
      receivedDateTime: '2026-03-16T09:00:00Z',
    })
    const path = `mail/${encodeURIComponent(ids.mutable)}`
    const moved = (await control('POST', `${path}/move`, { account: BILAL, folder: 'archive' })).body
    expect(moved).toMatchObject({ folder: 'archive', ids: { immutable: ids.immutable } })
    expect(moved.ids.mutable).not.toBe(ids.mutable)
    expect((await control('POST', `${path}/move`, { account: BILAL, folder: 'archive' })).status).toBe(400)
    expect((await control('POST', `mail/${ids.immutable}/move`, { account: BILAL, folder: 'nowhere' })).status).toBe(
      400,
    )
    expect((await control('DELETE', `mail/${ids.immutable}?account=${BILAL}`)).status).toBe(204)
    expect((await control('DELETE', `mail/${ids.immutable}?account=${BILAL}`)).status).toBe(404)
    expect(await listed(BILAL, 'messages')).toEqual([])
  })

  test('is generated, thousands in a moment, the same for the same seed', async () => {
    const generate = { account: BILAL, count: 3000, seed: 7 }
    expect((await control('POST', 'mail/generate', generate)).body.size).toBe(3000)
    const all = (await control('GET', `mail?account=${BILAL}`)).body
    expect(new Set(all.map(({ ids }: { ids: { immutable: string } }) => ids.immutable)).size).toBe(3000)
    const other = await startMicrosoft()
    other.fillMailbox(BILAL, { count: 3000, seed: 7 })
    const same = other.account(BILAL).mailbox.messages.map(({ subject, receivedAt }) => [subject, receivedAt])
    expect(microsoft.account(BILAL).mailbox.messages.map(({ subject, receivedAt }) => [subject, receivedAt])).toEqual(
      same,
    )
    await other.stop()
  })
})

describe('events over HTTP', () => {
  test('are added to a calendar by id or name, and removed', async () => {
    const event = { subject: 'Added', start: '2026-03-17T10:00', end: '2026-03-17T11:00' }
    const added = (await control('POST', 'events', { account: BILAL, event })).body
    expect(await listed(BILAL, 'calendarView', WINDOW)).toMatchObject([{ id: added.ids.immutable, subject: 'Added' }])
    expect((await control('POST', 'events', { account: BILAL, calendar: 'Nowhere', event })).status).toBe(400)
    const path = `events/${encodeURIComponent(added.key)}?account=${BILAL}`
    expect((await control('DELETE', path)).status).toBe(204)
    expect((await control('DELETE', path)).status).toBe(404)
  })
})

describe('new things', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test('drip in until they are stopped: mails, and a meeting with every third', () => {
    const { mailbox, calendars } = microsoft.account(BILAL)
    const stop = microsoft.startDrip({ account: BILAL, everyMs: 1000 })
    jest.advanceTimersByTime(6000)
    expect([mailbox.messages.length, calendars[0]?.events.size]).toEqual([6, 2])
    stop()
    jest.advanceTimersByTime(6000)
    expect(mailbox.messages).toHaveLength(6)
  })

  test('drip to nobody who is not here', () => {
    expect(() => microsoft.startDrip({ account: 'nobody@nowhere.example', everyMs: 1 })).toThrow(
      /no Microsoft account/,
    )
  })
})
