import { describe, expect, test } from '@jest/globals'
import { findMatches, stepMatch } from '../../../../console/src/pages/blocks/transcription/matches.ts'
import { toSpeakers } from '../../../../console/src/pages/blocks/transcription/speakers.ts'
import { itemsWithoutTask } from '../../../../console/src/pages/blocks/transcription/task-items.ts'
import {
  formatOffset,
  indexAt,
  parseTranscript,
} from '../../../../console/src/pages/blocks/transcription/utterances.ts'

const TEXT = `[00:00:01] Ada Lovelace: Good morning.
[00:04:12] Grace Hopper: I'll send it on Friday.
It is long.
[01:02:03.5] An unknown voice
[01:02:10] Ada Lovelace: See https://example.com: it is there.`

describe('a transcript', () => {
  test('is read line by line', () => {
    expect(parseTranscript(TEXT)).toEqual([
      { index: 0, time: 1_000, speaker: 'Ada Lovelace', text: 'Good morning.' },
      { index: 1, time: 252_000, speaker: 'Grace Hopper', text: "I'll send it on Friday.\nIt is long." },
      { index: 2, time: 3_723_500, text: 'An unknown voice' },
      { index: 3, time: 3_730_000, speaker: 'Ada Lovelace', text: 'See https://example.com: it is there.' },
    ])
  })

  test('may have no times, no names, or nothing', () => {
    expect(parseTranscript('Ada: Hello\n\nBo: Hi')).toEqual([
      { index: 0, speaker: 'Ada', text: 'Hello' },
      { index: 1, speaker: 'Bo', text: 'Hi' },
    ])
    expect(parseTranscript('https://example.com/x')).toEqual([{ index: 0, text: 'https://example.com/x' }])
    expect(parseTranscript('[04:12] Ada:')).toEqual([{ index: 0, time: 252_000, speaker: 'Ada', text: '' }])
    expect(parseTranscript(null)).toEqual([])
    expect(parseTranscript('  \r\n ')).toEqual([])
  })

  test('is read in one pass', () => {
    const long = Array.from({ length: 20_000 }, (_, line) => `[00:${String(line % 60).padStart(2, '0')}:00] A: word`)
    expect(parseTranscript(long.join('\n'))).toHaveLength(20_000)
  })

  test('has a place for each time', () => {
    const utterances = parseTranscript(TEXT)
    expect(indexAt(utterances, 252_000)).toBe(1)
    expect(indexAt(utterances, 300_000)).toBe(1)
    expect(indexAt(utterances, 0)).toBe(0)
    expect(indexAt(utterances, 99_000_000)).toBe(3)
    expect(indexAt(parseTranscript('Ada: Hello'), 5)).toBeUndefined()
  })

  test('is searched without regard to case and accents', () => {
    const utterances = parseTranscript('[00:00:01] Chloé: Déjà vu\n[00:00:02] Bo: Not yet')
    expect(findMatches(utterances, 'deja CHLOE')).toEqual([0])
    expect(findMatches(utterances, '  ')).toEqual([])
    expect(stepMatch([2, 5, 9], 5, 1)).toBe(9)
    expect(stepMatch([2, 5, 9], 9, 1)).toBe(2)
    expect(stepMatch([2, 5, 9], 2, -1)).toBe(9)
    expect(stepMatch([2, 5, 9], undefined, 1)).toBe(2)
    expect(stepMatch([], 3, 1)).toBeUndefined()
  })

  test('times are short', () => {
    expect(formatOffset(252_000)).toBe('4:12')
    expect(formatOffset(3_723_500)).toBe('1:02:03')
    expect(formatOffset(-5)).toBe('0:00')
  })
})

describe('speakers', () => {
  test('have shares of what was said, and silence is nobody’s', () => {
    const speakers = toSpeakers(
      parseTranscript('[00:00:00] Ada: one two three four\n[00:10:00] Bo: one two\n[00:10:01] Ada: x'),
    )
    expect(speakers.map(({ name }) => name)).toEqual(['Ada', 'Bo'])
    expect(speakers.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    expect(speakers[0]?.duration).toBeLessThan(10_000)
    expect(new Set(speakers.map(({ color }) => color)).size).toBe(2)
    expect(toSpeakers(parseTranscript('[00:00:00] nobody is named'))).toEqual([])
  })
})

describe('action items', () => {
  test('are left out if they have become tasks', () => {
    const items = [
      { title: 'Send the offer', text: null },
      { title: null, text: 'Call Bo!' },
      { title: 'Other', text: 'Other' },
    ]
    expect(itemsWithoutTask(items, [{ title: 'send the offer.' }, { title: 'Call Bo' }])).toEqual([items[2]])
  })
})
