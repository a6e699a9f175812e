import { describe, expect, test } from '@jest/globals'
import type { Budget } from '../../../../src/kit/budget.ts'
import { readTranscriptionPage } from '../../../../src/kit/transcripts/page.ts'
import { aReader, type Fates, idsOf, type Position, refusal, START } from './fake-meetings.ts'

const unavailable = () => refusal('unavailable', { retry: true })
const failing = (ids: readonly string[]): Fates => Object.fromEntries(ids.map((id) => [`${id}/1`, unavailable()]))

/** A position with transcripts of these ids. */
function listed(...ids: string[]): Position {
  return { ...START, read: 1, transcripts: ids.map((id) => ({ id, tries: 0, meeting: { id, tries: 0 } })) }
}

/** A budget whose time `end` uses up. */
function aBudget() {
  let remainingMs = 60_000
  const budget = { remainingMs: () => remainingMs, allows: (ms: number) => remainingMs > ms } as Budget
  const end = () => {
    remainingMs = 0
  }
  return { budget, end }
}

describe('a meeting whose transcripts could not be listed', () => {
  test('is listed again on the next page', async () => {
    const fates: Fates = { b: unavailable() }
    const { reader } = aReader([['a', 'b']], fates)
    const first = await readTranscriptionPage(reader, START)
    expect(idsOf(first)).toEqual(['a/1'])
    expect(first.next?.meetings).toEqual([{ id: 'b', tries: 1 }])
    delete fates.b
    const second = await readTranscriptionPage(reader, first.next ?? START)
    expect(idsOf(second)).toEqual(['b/1'])
    expect(second.next).toBeUndefined()
  })
})

describe('a page whose time is used up before it has a transcription', () => {
  /** The second of two transcripts uses up the time, and the first has no text. */
  function aSlowReader(fates: Fates) {
    const { budget, end } = aBudget()
    const { reader } = aReader([['a']], fates, { budget })
    const { readTranscript } = reader
    reader.readTranscript = async (transcript) => {
      if (transcript.id === 'b/1') end()
      return readTranscript(transcript)
    }
    return reader
  }

  test('is empty if it has settled something, so that the next one continues after that', async () => {
    const reader = aSlowReader({ 'a/1': 'empty', 'b/1': unavailable() })
    const page = await readTranscriptionPage(reader, listed('a/1', 'b/1'))
    expect(page.items).toEqual([])
    expect(page.warnings[0]).toContain('“a/1”')
    expect(page.next?.transcripts).toMatchObject([{ id: 'b/1', tries: 0 }])
  })

  test('is an error if it has settled nothing', async () => {
    const error = unavailable()
    await expect(readTranscriptionPage(aSlowReader({ 'b/1': error }), listed('b/1'))).rejects.toBe(error)
  })
})

describe('failures of the vendor', () => {
  test('with a time to wait end the page, and are no attempt', async () => {
    const busy = unavailable()
    busy.options.retryAfterMs = 1_000
    const { reader, requests } = aReader([['a', 'b', 'c']], { 'b/1': busy })
    const page = await readTranscriptionPage(reader, START)
    expect(idsOf(page)).toEqual(['a/1'])
    expect(requests).not.toContain('c/1')
    expect(page.next?.transcripts).toMatchObject([
      { id: 'b/1', tries: 0 },
      { id: 'c/1', tries: 0 },
    ])
  })

  test('end the page after five in a row', async () => {
    const bad = ['b', 'c', 'd', 'e', 'f', 'g', 'h']
    const { reader, requests } = aReader([['a', ...bad]], failing(bad), { limit: 20 })
    const page = await readTranscriptionPage(reader, START)
    expect(requests.filter((id) => id.endsWith('/1'))).toEqual(['a/1', 'b/1', 'c/1', 'd/1', 'e/1', 'f/1'])
    expect(page.next?.transcripts.map(({ id, tries }) => `${id} ${tries}`).sort()).toEqual([
      'b/1 1',
      'c/1 1',
      'd/1 1',
      'e/1 1',
      'f/1 1',
      'g/1 0',
      'h/1 0',
    ])
  })

  test('do not end it if something can be read between them', async () => {
    const bad = ['b', 'c', 'd', 'e', 'g', 'h', 'i', 'j']
    const { reader } = aReader([['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']], failing(bad), { limit: 20 })
    const page = await readTranscriptionPage(reader, START)
    expect(idsOf(page)).toEqual(['a/1', 'f/1', 'k/1'])
    expect(page.warnings).toEqual([])
  })
})
