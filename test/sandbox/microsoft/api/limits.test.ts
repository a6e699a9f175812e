import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, as, BILAL, type Get, ME } from '../harness.ts'

const MAILS = `${ME}/messages`
let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = as(microsoft, ADA)
})
afterEach(() => microsoft.stop())

describe('requests of one mailbox', () => {
  test('run four at a time; the fifth is throttled at once with Retry-After', async () => {
    const hung = microsoft.faults.add({ path: MAILS, count: 4, fault: { kind: 'hang' } })
    const running = Array.from({ length: 4 }, () => get(MAILS))
    await hung.triggered(4)
    const fifth = await get(`${ME}/calendars`)
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '10'])
    expect(fifth.body.error).toMatchObject({
      code: 'ApplicationThrottled',
      message: 'Application is over its MailboxConcurrency limit.',
      innerError: { 'request-id': expect.any(String) },
    })
    expect((await as(microsoft, BILAL)(MAILS)).status).toBe(200)
    expect((await get(ME)).status).toBe(200)
    microsoft.faults.remove(hung.id)
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await get(MAILS)).status).toBe(200)
  })

  test('are counted on arrival, however slow the responses are', async () => {
    microsoft.context.latency = 30
    const replies = await Promise.all(Array.from({ length: 6 }, () => get(MAILS)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429])
  })

  test('are limited within ten minutes', async () => {
    microsoft.settings.requestsPerTenMinutes = 3
    for (let call = 0; call < 3; call++) {
      expect((await get(MAILS)).status).toBe(200)
      microsoft.clock.advance(60_000)
    }
    const throttled = await get(`${ME}/calendars`)
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, String(7 * 60)])
    expect(throttled.body.error).toMatchObject({ code: 'TooManyRequests', innererror: expect.anything() })
    expect((await as(microsoft, BILAL)(MAILS)).status).toBe(200)
    microsoft.clock.advance(7 * 60_000)
    expect((await get(MAILS)).status).toBe(200)
    expect(microsoft.ledger.units(ADA)).toBe(4)
  })
})
