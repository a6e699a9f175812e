import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Budget } from '../../../../src/kit/budget.ts'
import { CredentialsExpiredError } from '../../../../src/kit/errors.ts'
import { readTranscriptionPage } from '../../../../src/kit/transcripts/page.ts'
import { ReportedMeetingError, UnreadableTranscriptError } from '../../../../src/kit/transcripts/reader.ts'
import { OnceWarnings } from '../../../../src/kit/transcripts/warnings.ts'
import { aReader, type Fates, idsOf, readAll, refusal, START } from './fake-meetings.ts'

const FORBIDDEN = refusal('scope-required', { item: true })

describe('a page of transcriptions', () => {
  test('has the transcripts of listed meetings, at most its limit', async () => {
    const pages = await readAll(aReader([['a', 'b2', 'c2'], ['d']]).reader)
    expect(pages.map(({ ids }) => ids)).toEqual([
      ['a/1', 'b2/1', 'b2/2'],
      ['c2/1', 'c2/2', 'd/1'],
    ])
  })

  test('does not list a meeting twice that has more transcripts than fit', async () => {
    const { reader, requests } = aReader([['a5']])
    expect((await readAll(reader)).map(({ ids }) => ids.length)).toEqual([3, 2])
    expect(requests.filter((id) => id === 'a5')).toHaveLength(1)
  })

  test('is silent about meetings without a transcript and transcripts that the window excludes', async () => {
    const pages = await readAll(aReader([['a0', 'b2'], [], ['c0', 'd']], { 'b2/1': 'excluded' }).reader)
    expect(pages).toEqual([{ ids: ['b2/2', 'd/1'], warnings: [] }])
  })

  test('names what is not ready, empty, unreadable or gone', async () => {
    const fates: Fates = {
      'a/1': 'not-ready',
      'b/1': 'empty',
      'c/1': new UnreadableTranscriptError('odd'),
      d: refusal('not-found'),
      'e/1': refusal('not-found'),
    }
    const [page] = await readAll(aReader([['a', 'b', 'c', 'd', 'e', 'f']], fates, { limit: 9 }).reader)
    expect(page?.ids).toEqual(['f/1'])
    expect(page?.warnings.sort()).toEqual([
      'The meeting “d” was left out. It is not-found. Wait.',
      'The transcript of “a/1” is not ready yet and was left out. A later sync brings it.',
      'The transcript of “b/1” has no text and was left out.',
      'The transcript of “c/1” could not be read and was left out.',
      'The transcript of “e/1” was left out. It is not-found. Wait.',
    ])
  })

  test('is silent about a meeting that the sync has reported, which is nothing that was read', async () => {
    const fates: Fates = { a: refusal('not-found'), b: new ReportedMeetingError(), c: FORBIDDEN, d: FORBIDDEN }
    expect((await readAll(aReader([['a', 'b', 'e']], fates).reader))[0]).toEqual({
      ids: ['e/1'],
      warnings: ['The meeting “a” was left out. It is not-found. Wait.'],
    })
    await expect(readAll(aReader([['b', 'c', 'd']], fates).reader)).rejects.toMatchObject({ status: 403 })
  })

  test('names a meeting whose title cannot be read, too', async () => {
    const toName = () => Promise.reject(new Error('no calendar'))
    const { reader } = aReader([['a', 'b']], { 'a/1': 'empty', b: refusal('not-found') }, { toName })
    expect((await readAll(reader))[0]?.warnings).toEqual([
      'The transcript of a meeting has no text and was left out.',
      'A meeting was left out. It is not-found. Wait.',
    ])
  })

  test('has everything gone as warnings', async () => {
    const fates = { a: refusal('not-found'), b: refusal('not-found'), c: refusal('not-found') }
    expect(await readAll(aReader([['a', 'b', 'c']], fates).reader)).toMatchObject([
      { ids: [], warnings: { length: 3 } },
    ])
  })

  test('ends before it is too large to be sent', async () => {
    const fates = Object.fromEntries(['a', 'b', 'c'].map((id) => [`${id}/1`, 'x'.repeat(15_000_000)]))
    const pages = await readAll(aReader([['a', 'b', 'c']], fates).reader)
    expect(pages.map(({ ids }) => ids)).toEqual([['a/1', 'b/1'], ['c/1']])
    expect(pages[0]?.warnings).toEqual([
      'This page has reached its maximum size or time. Still to come on the next page: 1 transcript.',
    ])
  })

  test('begins nothing that its time will not suffice for', async () => {
    let remainingMs = 60_000
    const budget = { remainingMs: () => remainingMs, allows: (ms: number) => remainingMs > ms } as Budget
    const { reader } = aReader([['a', 'b']], {}, { budget })
    const { readTranscript } = reader
    reader.readTranscript = async (transcript) => {
      remainingMs = 1_000
      return readTranscript(transcript)
    }
    const page = await readTranscriptionPage(reader, START)
    expect(idsOf(page)).toEqual(['a/1'])
    expect(page.next?.transcripts.map(({ id }) => id)).toEqual(['b/1'])
  })
})

describe('a rate limit', () => {
  test('ends a page, and the next one has the rest', async () => {
    const fates: Fates = { 'b/1': refusal('rate-limited') }
    const { reader } = aReader([['a', 'b', 'c']], fates)
    const first = await readTranscriptionPage(reader, START)
    expect(idsOf(first)).toEqual(['a/1'])
    expect(first.warnings).toEqual(['It is rate-limited. Wait. Still to come on the next page: 2 transcripts.'])
    delete fates['b/1']
    const second = await readTranscriptionPage(reader, first.next ?? START)
    expect(idsOf(second)).toEqual(['b/1', 'c/1'])
    expect(second.next).toBeUndefined()
  })

  test('of the list of meetings ends a page that has something', async () => {
    const { reader } = aReader([['a'], ['b']])
    const { listMeetings } = reader
    const limited = refusal('rate-limited')
    reader.listMeetings = (position) => (position.read === 0 ? listMeetings(position) : Promise.reject(limited))
    const page = await readTranscriptionPage(reader, START)
    expect(page).toMatchObject({ warnings: [limited.message], next: { read: 1 } })
  })

  test('before anything was read is an error', async () => {
    const { reader } = aReader([['a']], { 'a/1': refusal('rate-limited') })
    await expect(readAll(reader)).rejects.toMatchObject({ status: 429 })
  })
})

describe('refusals', () => {
  test('of single meetings and transcripts are warnings', async () => {
    const pages = await readAll(aReader([['a', 'b', 'c']], { a: FORBIDDEN, 'c/1': FORBIDDEN }).reader)
    expect(pages).toEqual([
      {
        ids: ['b/1'],
        warnings: [
          'The meeting “a” was left out. It is scope-required. Wait.',
          'The transcript of “c/1” was left out. It is scope-required. Wait.',
        ],
      },
    ])
  })

  test('of the only meeting are a warning', async () => {
    expect(await readAll(aReader([['a']], { a: FORBIDDEN }).reader)).toMatchObject([{ warnings: { length: 1 } }])
  })

  test('of all meetings, if there are two, are the error of the sync', async () => {
    const { reader } = aReader([['a', 'b', 'c']], { a: FORBIDDEN, b: FORBIDDEN, c: refusal('not-found') })
    await expect(readAll(reader)).rejects.toBe(FORBIDDEN)
  })

  test('of all meetings stop after the fifth', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
    const fates = Object.fromEntries(ids.map((id) => [id, FORBIDDEN]))
    const { reader, requests } = aReader([ids], fates)
    await expect(readAll(reader)).rejects.toBe(FORBIDDEN)
    expect(requests.length).toBeLessThan(ids.length)
  })

  test('of a few meetings after earlier pages are warnings', async () => {
    const { reader } = aReader(
      [
        ['a', 'b', 'c'],
        ['d', 'e'],
      ],
      { d: FORBIDDEN, e: FORBIDDEN },
    )
    const pages = await readAll(reader)
    expect(pages.map(({ warnings }) => warnings.length)).toEqual([0, 2])
  })

  test.each(['scope-required', 'mailbox-unavailable', 'operator'] as const)(
    'of the account are its error: %s',
    async (errorClass) => {
      await expect(readAll(aReader([['a', 'b']], { a: refusal(errorClass) }).reader)).rejects.toMatchObject({
        class: errorClass,
      })
    },
  )

  test('of the account after something was read end the page, and are the error of the next one', async () => {
    const refused = refusal('scope-required')
    const { reader } = aReader([['a', 'b']], { 'b/1': refused })
    const page = await readTranscriptionPage(reader, START)
    expect(idsOf(page)).toEqual(['a/1'])
    expect(page.warnings[0]).toContain(refused.message)
    await expect(readTranscriptionPage(reader, page.next ?? START)).rejects.toBe(refused)
  })

  test('of the token are thrown at once', async () => {
    const dead = new CredentialsExpiredError('dead')
    await expect(readAll(aReader([['a', 'b']], { 'b/1': dead }).reader)).rejects.toBe(dead)
  })
})

describe('failures that may pass', () => {
  test('are tried on three pages, and then reported', async () => {
    const { reader, requests } = aReader([['a', 'b']], { 'b/1': refusal('unavailable', { retry: true }) })
    const pages = await readAll(reader)
    expect(pages.flatMap(({ ids }) => ids)).toEqual(['a/1'])
    expect(pages.at(-1)?.warnings).toEqual([
      'The transcript of “b/1” could not be fetched in 3 attempts. It is unavailable. Wait.',
    ])
    expect(requests.filter((id) => id === 'b/1')).toHaveLength(3)
  })

  test('of everything are the error of the page', async () => {
    const broken = refusal('unavailable', { retry: true })
    await expect(readAll(aReader([['a', 'b']], { 'a/1': broken, 'b/1': broken }).reader)).rejects.toBe(broken)
  })

  test('for an hour are reported', async () => {
    const broken = refusal('unavailable', { retry: true })
    const fates = { a: broken, 'b/1': broken }
    const sync = (failingTime: number) => {
      return readAll(aReader([['a', 'b']], fates, { failingTime: () => failingTime }).reader)
    }
    await expect(sync(3_599_999)).rejects.toBe(broken)
    expect(await sync(3_600_000)).toEqual([
      {
        ids: [],
        warnings: [
          'The meeting “a” could not be fetched for an hour. It is unavailable. Wait.',
          'The transcript of “b/1” could not be fetched for an hour. It is unavailable. Wait.',
        ],
      },
    ])
  })
})

test('a warning that is given once is remembered by the cursor', async () => {
  const { reader } = aReader([['a', 'b', 'c', 'd']])
  const once = new OnceWarnings([])
  once.add('calendar', 'No calendar.')
  once.add('calendar', 'No calendar.')
  const first = await readTranscriptionPage({ ...reader, once }, START)
  expect(first.warnings).toEqual(['No calendar.'])
  const again = new OnceWarnings(first.next?.warned ?? [])
  again.add('calendar', 'No calendar.')
  expect(again).toMatchObject({ sentences: [] })
  expect(again.has('calendar')).toBe(true)
})

test('every listed transcript is delivered, named, or carried on, whatever fails', async () => {
  const errors = [FORBIDDEN, refusal('not-found'), refusal('unavailable', { retry: true }), refusal('invalid-request')]
  const fate = fc.constantFrom<Error | 'empty' | 'not-ready' | undefined>(...errors, 'empty', 'not-ready', undefined)
  const meeting = fc.record({ count: fc.integer({ min: 0, max: 4 }), fates: fc.array(fate, { maxLength: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(meeting, { maxLength: 8 }), fc.integer({ min: 1, max: 5 }), async (meetings, limit) => {
      const ids = meetings.map(({ count }, index) => `m${'abcdefgh'[index]}${count}`)
      const transcripts = meetings.flatMap(({ count }, index) =>
        Array.from({ length: count }, (_, number) => `${ids[index]}/${number + 1}`),
      )
      const fates = Object.fromEntries(
        meetings.flatMap((meeting, index) =>
          meeting.fates.flatMap((value, number) => (value ? [[`${ids[index]}/${number + 1}`, value]] : [])),
        ),
      )
      const { reader } = aReader([['good'], ids], fates, { limit, maxConcurrent: 2 })
      const pages = await readAll(reader).catch((error: unknown) => error)
      // A page on which everything failed is an error: its cursor remains valid.
      if (pages instanceof Error) return
      const texts = (pages as { ids: string[]; warnings: string[] }[]).flatMap((page) => [
        ...page.ids,
        ...page.warnings,
      ])
      for (const id of transcripts) {
        expect(texts.filter((text) => text === id || text.includes(`“${id}”`))).toHaveLength(1)
      }
    }),
  )
})
