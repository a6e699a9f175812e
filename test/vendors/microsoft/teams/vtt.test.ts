import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { toTranscriptText } from '../../../../src/kit/transcripts/text.ts'
import { parseCues } from '../../../../vendors/microsoft/teams/vtt.ts'
import { randomRuns } from '../../../kit/random-runs.ts'

/** The text of a transcript as it is delivered. */
const textOf = (content: string) => toTranscriptText(parseCues(content))

describe('a transcript with speakers', () => {
  test('has a cue for each time, with the name and what was said', () => {
    const content = 'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\n<v Ann Lee>Good morning.</v>\n'
    expect(parseCues(content)).toEqual([
      { startOffset: 1_000, endOffset: 3_500, speaker: 'Ann Lee', text: 'Good morning.' },
    ])
  })

  test.each([
    ['hours and minutes of one digit', '0:0:0.0 --> 0:0:5.320', 0, 5_320],
    ['no hours', '01:02.500 --> 1:3.0', 62_500, 63_000],
    ['no fractions', '0:0:1 --> 0:0:2', 1_000, 2_000],
    ['seven digits of a fraction', '0:0:1.2345678 --> 0:0:2.3', 1_235, 2_300],
    ['commas', '00:00:01,500 --> 00:00:02,000', 1_500, 2_000],
    ['many hours', '100:00:00.000 --> 100:00:01.000', 360_000_000, 360_001_000],
    ['settings', '00:00:01.000 --> 00:00:02.000 align:start position:10%', 1_000, 2_000],
    ['an end before its start', '00:00:05.000 --> 00:00:02.000', 5_000, 5_000],
    ['times before the transcript began', '-00:00:02.500 --> -0:0:1.0', -2_500, -1_000],
    ['a start before it', '-0:0:2.5 --> 0:0:1.25', -2_500, 1_250],
  ])('may have %s', (_, times, startOffset, endOffset) => {
    expect(parseCues(`WEBVTT\n\n${times}\n<v Ann>Hi</v>\n`)).toEqual([
      { startOffset, endOffset, speaker: 'Ann', text: 'Hi' },
    ])
  })

  test('prints a time before its begin as zero, and sorts by it', () => {
    const content = 'WEBVTT\n\n0:0:1.0 --> 0:0:2.0\n<v Bob>second</v>\n\n-0:0:2.0 --> 0:0:0.5\n<v Ann>first</v>\n'
    expect(textOf(content)).toBe('[00:00:00] Ann: first\n[00:00:01] Bob: second')
  })

  test('may have ids, notes, styles, regions, a byte order mark and lines of Windows', () => {
    const content = [
      '\uFEFFWEBVTT - transcript',
      'Kind: captions',
      '',
      'NOTE nobody says this',
      'nor this',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      'f1f0c0de-0001/12-0',
      '00:00:16.246 --> 00:00:19.900',
      '<v Ann>one</v>',
      '',
      'NOTE',
      'hidden',
      '',
      '2',
      '00:00:20.000 --> 00:00:21.000',
      '<v Bob>two</v>',
      '',
    ].join('\r\n')
    expect(textOf(content)).toBe('[00:00:16] Ann: one\n[00:00:20] Bob: two')
  })

  test('may have classes of voices, markup, several lines, and no end tag', () => {
    const content =
      'WEBVTT\n\n0:0:1.0 --> 0:0:2.0\n<v.loud.first Grace Hopper>We should <i>raise</i> the <00:00:01.500><c.x>price\nby three</c> per cent.\n'
    expect(textOf(content)).toBe('[00:00:01] Grace Hopper: We should raise the price by three per cent.')
  })

  test('may have references of characters in names and texts; what they stand for is no markup', () => {
    const content =
      'WEBVTT\n\n0:0:1.0 --> 0:0:2.0\n<v Ann &amp; Bob>Agreed &lt;that&gt; works &#x1F44D; &amp;lt; Q&amp;A&nbsp;ends</v>\n'
    expect(textOf(content)).toBe('[00:00:01] Ann & Bob: Agreed <that> works 👍 &lt; Q&A ends')
  })

  test('may have cues without a voice, with several voices, and without text', () => {
    const content = [
      'WEBVTT',
      '',
      '0:0:1.0 --> 0:0:2.0',
      'Nobody was recognized.',
      '',
      '0:0:3.0 --> 0:0:4.0',
      '<v Ann>Yes.</v> <v Bob>No.</v> Laughter',
      '',
      '0:0:5.0 --> 0:0:6.0',
      '<v Ann></v>',
      '',
      '0:0:7.0 --> 0:0:8.0',
      '<v>Hm.</v>',
    ].join('\n')
    expect(textOf(content).split('\n')).toEqual([
      '[00:00:01] Nobody was recognized.',
      '[00:00:03] Ann: Yes.',
      '[00:00:03] Bob: No.',
      '[00:00:03] Laughter',
      '[00:00:07] Hm.',
    ])
  })

  test('may have sentences that look like times', () => {
    const content =
      'WEBVTT\n\n0:0:1.0 --> 0:0:2.0\n<v Ann>From</v>\n00:00:05.000 --> 00:00:06.000\nit was quiet.\n\n0:0:3.0 --> 0:0:4.0\n00:00:07.000 --> 00:00:08.000\n'
    expect(textOf(content).split('\n')).toEqual([
      '[00:00:01] Ann: From',
      '[00:00:01] 00:00:05.000 --> 00:00:06.000 it was quiet.',
      '[00:00:03] 00:00:07.000 --> 00:00:08.000',
    ])
  })

  test('may have an empty line in what was said', () => {
    expect(textOf('WEBVTT\n\n0:0:1.0 --> 0:0:2.0\n<v Ann>one\n\ntwo</v>\n\n0:0:3.0 --> 0:0:4.0\nthree')).toBe(
      '[00:00:01] Ann: one two\n[00:00:03] three',
    )
  })

  test.each(['', 'WEBVTT', 'WEBVTT\n\n', 'WEBVTT\n\n0:0:1.0 --> 0:0:2.0\n', 'some text', '--> -->'])(
    'may be without cues: %j',
    (content) => {
      expect(parseCues(content)).toEqual([])
    },
  )
})

describe('a transcript without speakers', () => {
  const expected = '[00:00:01] Hello, thanks for joining.\n[00:00:04] Glad to be here.'
  const [first, second] = ['00:00:01.500 --> 00:00:04.000', '00:00:04.000 --> 00:00:07.200']

  test.each([
    [
      'a header, and the text after the times',
      `WEBVTT\n\n${first}\nHello, thanks for joining.\n\n${second}\nGlad to be here.\n`,
    ],
    ['no header', `${first}\nHello, thanks for joining.\n\n${second}\nGlad to be here.\n`],
    [
      'empty lines between times and text',
      `${first} \n\nHello, thanks for joining. \n\n${second} \n\nGlad to be here. \n`,
    ],
    ['both', `WEBVTT\r\n\r\n${first}\r\n\r\nHello, thanks for joining.\r\n\r\n${second}\r\n\r\nGlad to be here.\r\n`],
    ['no empty line after the header', `WEBVTT\n${first}\nHello, thanks for joining.\n\n${second}\nGlad to be here.`],
  ])('may have %s', (_, content) => {
    expect(textOf(content)).toBe(expected)
  })

  test('may have no empty lines at all', () => {
    const content = `WEBVTT\n${first}\nHello, thanks\nfor joining.\n${second}\nGlad to be here.\n`
    expect(textOf(content)).toBe(expected)
    expect(textOf(`${content}0:0:9.0 --> 0:0:10.0\nBye.`)).toBe(`${expected}\n[00:00:09] Bye.`)
  })
})

describe('any transcript', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9ÄéЖ中.,;:!?'()-]{1,12}$/)
  const sentence = fc
    .array(word, { minLength: 1, maxLength: 8 })
    .map((words) => words.join(' '))
    .filter((text) => !/^(NOTE|STYLE|REGION|WEBVTT)/.test(text) && !text.includes('-->'))
  const cue = fc.record({
    start: fc.integer({ min: -10_000, max: 40_000_000 }),
    length: fc.integer({ min: 0, max: 60_000 }),
    name: fc.option(sentence, { nil: undefined }),
    lines: fc.array(sentence, { minLength: 1, maxLength: 3 }),
    id: fc.option(fc.uuid(), { nil: undefined }),
  })
  const format = fc.record({
    header: fc.constantFrom('', 'WEBVTT', 'WEBVTT - Teams', '\uFEFFWEBVTT'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    gap: fc.constantFrom('', '\n'),
    padded: fc.boolean(),
  })

  test('returns the times, names and sentences that it was written from, in whatever form', () => {
    fc.assert(
      fc.property(fc.array(cue, { minLength: 1, maxLength: 12 }), format, (cues, { header, lineEnd, gap, padded }) => {
        const blocks = cues.map(({ start, length, name, lines, id }) => {
          const times = `${clock(start, padded)} --> ${clock(start + length, padded)}`
          const voice = name === undefined ? lines.join('\n') : `<v ${name}>${lines.join('\n')}</v>`
          return [...(id === undefined ? [] : [id]), times, `${gap}${voice}`].join('\n')
        })
        const content = [...(header === '' ? [] : [header]), ...blocks].join('\n\n').replaceAll('\n', lineEnd)
        const read = parseCues(content).map(({ text, ...rest }) => ({ ...rest, text: text.replace(/\s+/g, ' ') }))
        expect(read).toEqual(
          cues.map(({ start, length, name, lines }) => ({
            startOffset: start,
            endOffset: start + length,
            ...(name === undefined ? {} : { speaker: name }),
            text: lines.join(' '),
          })),
        )
      }),
      { numRuns: randomRuns(200) },
    )
  })

  test('is read without an error, whatever it is', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'WEBVTT',
        'NOTE',
        '-->',
        '0:0:1.0 --> 0:0:2.0',
        '<v Ann>',
        '</v>',
        '<v',
        '&amp;',
        '\n',
        '\n\n',
        '\r',
        ' ',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const { startOffset, endOffset, text } of parseCues(pieces.join(''))) {
          expect(endOffset).toBeGreaterThanOrEqual(startOffset)
          expect(text.trim()).not.toBe('')
        }
      }),
      { numRuns: randomRuns(200) },
    )
  })

  test('is read in a time that grows with its length only', () => {
    const blanks = ' '.repeat(200_000)
    for (const content of [`0:0:1.0 --> 0:0:2.0\n<v${blanks}x`, `0:0:1.0${blanks}x-->`, '<v '.repeat(100_000)]) {
      expect(parseCues(`WEBVTT\n\n0:0:1.0 --> 0:0:2.0\n${content}`)).toHaveLength(1)
    }
  })
})

/** A time as Teams writes it: with one digit, or as WebVTT demands. */
function clock(ms: number, padded: boolean): string {
  const rest = Math.abs(ms)
  const numbers = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60, Math.floor(rest / 1_000) % 60]
  const fraction = String(rest % 1_000).padStart(3, '0')
  return `${ms < 0 ? '-' : ''}${numbers.map((number) => String(number).padStart(padded ? 2 : 1, '0')).join(':')}.${fraction}`
}
