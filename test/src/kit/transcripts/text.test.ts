import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { toDefaultTitle, toMeetingName } from '../../../../src/kit/transcripts/names.ts'
import { toDuration, toTranscriptText, type Utterance } from '../../../../src/kit/transcripts/text.ts'

const SECOND = 1_000
const HOUR = 3_600_000

describe('the text of a transcript', () => {
  test('has a line for each utterance with its time and speaker', () => {
    const utterances = [
      { startOffset: 2_100, speaker: 'Ann Lee', text: 'Good morning.' },
      { startOffset: HOUR + 62 * SECOND, text: 'Bye.' },
      { startOffset: 100 * HOUR, speaker: 'Bob', text: 'Still here?' },
    ]
    expect(toTranscriptText(utterances)).toBe(
      '[00:00:02] Ann Lee: Good morning.\n[01:01:02] Bye.\n[100:00:00] Bob: Still here?',
    )
  })

  test('is sorted by start, and otherwise as the vendor listed it', () => {
    const utterances = [
      { startOffset: 3 * SECOND, text: 'c' },
      { startOffset: -2 * SECOND, text: 'a' },
      { startOffset: 3 * SECOND, text: 'd' },
      { startOffset: -1 * SECOND, text: 'b' },
    ]
    expect(toTranscriptText(utterances)).toBe('[00:00:00] a\n[00:00:00] b\n[00:00:03] c\n[00:00:03] d')
  })

  test('puts an utterance without a time after the one before it', () => {
    const utterances = [
      { text: 'a' },
      { startOffset: 5 * SECOND, text: 'b' },
      { text: 'c' },
      { startOffset: 1, text: '0' },
    ]
    expect(toTranscriptText(utterances)).toBe('[00:00:00] a\n[00:00:00] 0\n[00:00:05] b\n[00:00:05] c')
  })

  test.each([
    ['two\r\nlines\n\n and  blanks', 'two lines and blanks'],
    ['Tom &amp; Ann: 5 &lt; 6 &#8211; &nbsp;yes', 'Tom & Ann: 5 < 6 – yes'],
    ['<v.loud Ann>Hello <i>you</i></v>', 'Hello you'],
    ['one<00:00:01.500> two', 'one two'],
    ['5 < 6 & 7 > 3', '5 < 6 & 7 > 3'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ])('%j becomes %j', (text, expected) => {
    expect(toTranscriptText([{ startOffset: 0, text }])).toBe(`[00:00:00] ${expected}`)
  })

  test('leaves out utterances without text, and names without letters', () => {
    expect(toTranscriptText([{ text: ' \n' }, { text: '<b></b>' }, { speaker: ' ', text: 'a' }])).toBe('[00:00:00] a')
    expect(toTranscriptText([])).toBe('')
  })

  test('has one line for each utterance, whatever was said', () => {
    const utterance = fc.record({ startOffset: fc.integer(), speaker: fc.string(), text: fc.string() })
    fc.assert(
      fc.property(fc.array(utterance), (utterances) => {
        const lines = toTranscriptText(utterances).split('\n')
        expect(lines.every((line) => line === '' || /^\[\d{2,}:[0-5]\d:[0-5]\d\] \S/.test(line))).toBe(true)
        expect(lines.length).toBeLessThanOrEqual(Math.max(1, utterances.length))
      }),
    )
  })
})

describe('the duration of a transcript', () => {
  const utterances: Utterance[] = [
    { startOffset: 1, endOffset: 9, text: 'a' },
    { startOffset: 4, text: 'b' },
  ]

  test.each([
    ['is from start to end', 100, 40],
    ['reaches to the end of the last utterance without an end', undefined, 9],
    ['reaches to the end of the last utterance if the end equals the start', 60, 9],
  ])('%s', (_, dateEnd, expected) => {
    expect(toDuration(60, dateEnd, utterances)).toBe(expected)
  })

  test('is 0 if nothing is known of it', () => {
    expect(toDuration(60, undefined, [{ text: 'a' }])).toBe(0)
  })
})

describe('names of meetings', () => {
  const evening = Date.parse('2026-11-02T23:59:59Z')

  test('have the day in UTC', () => {
    expect(toDefaultTitle('Google Meet', evening)).toBe('Google Meet, 2 November 2026')
    expect(toMeetingName('Weekly', evening)).toBe('“Weekly” (2 November 2026)')
  })

  test('have it once', () => {
    expect(toMeetingName(toDefaultTitle('Teams meeting', evening), evening)).toBe('“Teams meeting, 2 November 2026”')
  })
})
