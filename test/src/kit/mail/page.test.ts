import { describe, expect, test } from '@jest/globals'
import type { Email } from '../../../../src/contract/index.ts'
import type { Budget } from '../../../../src/kit/budget.ts'
import { CredentialsExpiredError } from '../../../../src/kit/errors.ts'
import { type PendingMessage, UnreadableMessageError } from '../../../../src/kit/mail/batch.ts'
import { type MailPage, type MailPosition, type MailReader, readMailPage } from '../../../../src/kit/mail/page.ts'
import { rememberFailures } from '../../../../src/kit/memory/lasting-failures.ts'
import { type ErrorClass, VendorError } from '../../../../src/kit/vendor-errors.ts'
import { createCall } from '../../../kit/call.ts'

interface Position extends MailPosition<PendingMessage> {
  /** The number of list pages read. */
  read: number
}

const START_OF_TEST = Date.parse('2026-11-02T09:00:00Z')
const CONNECTION = {
  connectionId: 'a-connection',
  provider: 'p',
  application: 'a',
  credential: { email: 'ann@example.com', accessToken: 'a-token', profile: {} },
}
const START: Position = { read: 0, pending: [], empty: 0 }

type Messages = Record<string, string | undefined | Error>

/** A mailbox with these list pages. An error in place of a message is thrown, and undefined is excluded by the filter. */
function aReader(
  lists: string[][],
  messages: Messages = {},
  options: Partial<MailReader<Position, PendingMessage>> = {},
) {
  const fetched: string[] = []
  const { budget, log } = createCall({})
  const reader: MailReader<Position, PendingMessage> = {
    vendor: 'Acme',
    maxConcurrent: 2,
    limit: 3,
    maxListPages: 5,
    budget,
    log,
    failingTime: () => 0,
    hasMore: ({ read }) => read < lists.length,
    listNext: async (position) => ({
      found: (lists[position.read] ?? []).map((id) => ({ id, tries: 0 })),
      position: { ...position, read: position.read + 1 },
      warnings: [],
    }),
    fetch: async ({ id }) => {
      fetched.push(id)
      const message = id in messages ? messages[id] : `the text of ${id}`
      if (message instanceof Error) throw message
      return message === undefined ? undefined : anEmail(id, message)
    },
    ...options,
  }
  return { reader, fetched }
}

function anEmail(externalId: string, bodyText: string): Email {
  const provenance = { provider: 'p', application: 'a', externalId, uri: 'https://mail.example' }
  return { blockType: 'email', ...provenance, to: [], cc: [], subject: '', bodyText }
}

function refusal(errorClass: ErrorClass, retry = false): VendorError {
  const rule = { class: errorClass, retry, sentence: `It is ${errorClass}.`, next: 'Wait.' }
  return new VendorError(rule, { at: 'api', status: 500, reasons: [], cause: undefined })
}

/** All pages of a sync. Fails if it does not end. */
async function readAll(reader: MailReader<Position, PendingMessage>) {
  const pages = []
  let position: Position | undefined = START
  while (position) {
    const page: MailPage<Position> = await readMailPage(reader, position)
    pages.push({ ids: page.items.map(({ externalId }) => externalId), warnings: page.warnings })
    position = page.next
    if (pages.length > 50) throw new Error('the sync does not end')
  }
  return pages
}

describe('a page of messages', () => {
  test('has the listed messages, at most its limit', async () => {
    const pages = await readAll(aReader([['a', 'b', 'c', 'd'], ['e']]).reader)
    expect(pages.map(({ ids }) => ids)).toEqual([['a', 'b', 'c'], ['d'], ['e']])
  })

  test('skips empty lists and messages that the filter excludes', async () => {
    const pages = await readAll(aReader([[], ['a'], [], ['b']], { a: undefined }).reader)
    expect(pages).toEqual([{ ids: ['b'], warnings: [] }])
  })

  test('reports deleted, unreadable and refused messages', async () => {
    const messages = { a: refusal('not-found'), b: new UnreadableMessageError('odd'), c: refusal('invalid-request') }
    const [page] = await readAll(aReader([['a', 'b', 'c'], ['d']], messages).reader)
    expect(page).toEqual({
      ids: ['d'],
      warnings: [
        'The message a was deleted in the meantime.',
        'The message b is unreadable and was left out.',
        'The message c was left out. It is invalid-request. Wait.',
      ],
    })
  })

  test('that hits a rate limit returns what it has, and the next one returns the rest', async () => {
    const waits: Messages = { c: refusal('rate-limited') }
    const { reader } = aReader([['a', 'b', 'c']], waits, { maxConcurrent: 1 })
    const first = await readMailPage(reader, START)
    expect(first.items).toHaveLength(2)
    expect(first.warnings).toEqual(['It is rate-limited. Wait. 1 listed messages follow on the next page.'])
    delete waits.c
    const second = await readMailPage(reader, first.next ?? START)
    expect(second.items.map(({ externalId }) => externalId)).toEqual(['c'])
    expect(second.next).toBeUndefined()
  })

  test('that hits a rate limit without any message is an error', async () => {
    await expect(readAll(aReader([['a']], { a: refusal('rate-limited') }).reader)).rejects.toMatchObject({
      status: 429,
    })
  })

  test.each(['scope-required', 'mailbox-unavailable', 'operator'] as const)(
    'fails with errors that concern the account: %s',
    async (errorClass) => {
      await expect(readAll(aReader([['a', 'b']], { b: refusal(errorClass) }).reader)).rejects.toBeInstanceOf(
        VendorError,
      )
    },
  )

  test('fails if the token expires while it is read', async () => {
    const dead = new CredentialsExpiredError('dead')
    await expect(readAll(aReader([['a', 'b']], { b: dead }).reader)).rejects.toBe(dead)
  })

  test('retries a message on three pages, and then reports it', async () => {
    const { reader, fetched } = aReader([['a', 'b']], { b: refusal('unavailable', true) })
    const pages = await readAll(reader)
    expect(pages.flatMap(({ ids }) => ids)).toEqual(['a'])
    expect(pages.at(-1)?.warnings).toEqual([
      'The message b could not be fetched in 3 attempts. It is unavailable. Wait.',
    ])
    expect(fetched.filter((id) => id === 'b')).toHaveLength(3)
  })

  test('fails because of a message for an hour, and then reports it', async () => {
    let minutes = 0
    const call = createCall({}, { clock: () => START_OF_TEST + minutes * 60_000 })
    const failingTime = rememberFailures(call, CONNECTION)
    const sync = () => readAll(aReader([['b'], ['d']], { b: refusal('unavailable', true) }, { failingTime }).reader)
    for (minutes of [0, 5, 59]) await expect(sync()).rejects.toMatchObject({ class: 'unavailable' })
    minutes = 60
    expect(await sync()).toEqual([
      { ids: ['d'], warnings: ['The message b could not be fetched for an hour. It is unavailable. Wait.'] },
    ])
    const others = rememberFailures(call, { ...CONNECTION, connectionId: 'another' })
    expect(others({ tries: 0 })).toBe(0)
  })

  test('ends before it is too large to be sent', async () => {
    const ids = Array.from({ length: 5 }, (_, index) => `m${index}`)
    const messages = Object.fromEntries(ids.map((id) => [id, 'x'.repeat(15_000_000)]))
    const pages = await readAll(aReader([ids], messages, { limit: 9, maxConcurrent: 1 }).reader)
    expect(pages.map((page) => page.ids)).toEqual([['m0', 'm1'], ['m2', 'm3'], ['m4']])
    expect(pages[0]?.warnings).toEqual([expect.stringContaining('has reached its maximum size')])
  })
})

describe('pages without messages', () => {
  test('are returned nine times in a row, and then the sync ends and reports what it did not read', async () => {
    const pages = await readAll(aReader(Array.from({ length: 99 }, () => [])).reader)
    expect(pages).toHaveLength(10)
    expect(pages.at(-1)?.warnings).toEqual([expect.stringContaining('messages that Acme has not listed')])
  })

  test('are returned when the budget is used up, if the list advanced', async () => {
    const times = [1, 1, 0]
    const budget = { remainingMs: () => times.shift() ?? 0 } as Budget
    const late = refusal('unavailable')
    const { reader } = aReader([[], ['a']], {}, { budget })
    const { listNext } = reader
    reader.listNext = (position) => (position.read === 0 ? listNext(position) : Promise.reject(late))
    times.length = 0
    const page = await readMailPage(reader, START)
    expect(page).toMatchObject({ items: [], warnings: [late.message], next: { read: 1, empty: 1 } })
  })
})
