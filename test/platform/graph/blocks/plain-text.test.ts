import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { documentToText } from '../../../../platform/graph/blocks/plain-text.ts'

const text = (words: string, more = {}) => ({ type: 'text', text: words, ...more })
const read = (document: unknown) => documentToText('input.document', JSON.stringify(document))

/** The same document as written by each editor: "Hello bold world" and a list of "one" and "two". */
const EDITORS = {
  'ProseMirror and TipTap': {
    type: 'doc',
    content: [
      {
        type: 'heading',
        attrs: { level: 1, text: 'no text' },
        content: [text('Hello '), text('bold', { marks: [{ type: 'bold' }] }), text(' world')],
      },
      {
        type: 'bulletList',
        content: ['one', 'two'].map((word) => ({
          type: 'listItem',
          content: [{ type: 'paragraph', content: [text(word)] }],
        })),
      },
    ],
  },
  Lexical: {
    root: {
      type: 'root',
      children: [
        {
          type: 'paragraph',
          children: [
            text('Hello '),
            { type: 'link', url: 'https://x.example', children: [text('bold')] },
            text(' world'),
          ],
        },
        { type: 'list', children: ['one', 'two'].map((word) => ({ type: 'listitem', children: [text(word)] })) },
      ],
    },
  },
  Slate: [
    { type: 'paragraph', children: [{ text: 'Hello ' }, { text: 'bold', bold: true }, { text: ' world' }] },
    { type: 'ul', children: ['one', 'two'].map((word) => ({ type: 'li', children: [{ text: word }] })) },
  ],
  Quill: {
    ops: [
      { insert: 'Hello ' },
      { insert: 'bold', attributes: { bold: true } },
      { insert: ' world\none' },
      { insert: '\n', attributes: { list: 'bullet' } },
      { insert: { image: 'https://x.example/i.png' } },
      { insert: 'two\n' },
    ],
  },
  'Draft.js': {
    blocks: ['Hello bold world', 'one', 'two'].map((words) => ({ key: 'k', text: words, entityRanges: [] })),
    entityMap: { 0: { data: { text: 'no text' } } },
  },
  'Editor.js': {
    blocks: ['Hello bold world', 'one', 'two'].map((words) => ({ type: 'paragraph', data: { text: words } })),
  },
}

test.each(Object.entries(EDITORS))('%s: one line per block', (_editor, document) => {
  expect(read(document)).toBe('Hello bold world\none\ntwo')
})

describe('within a line', () => {
  test.each(['hardBreak', 'hard_break', 'linebreak'])('a %s begins a new one', (type) => {
    expect(read({ type: 'paragraph', content: [text('a'), { type }, text('b')] })).toBe('a\nb')
  })

  test('a mention is written as the name', () => {
    expect(read({ content: [text('Ask '), { type: 'mention', attrs: { id: '1', label: 'Zoë' } }, text('.')] })).toBe(
      'Ask Zoë.',
    )
  })
})

test('members that only resemble text are ignored', () => {
  expect(
    read({ content: [text('seen', { marks: [{ type: 'link', attrs: { text: 'unseen' } }] })], style: { text: 'x' } }),
  ).toBe('seen')
  expect(
    read({ text: 7, insert: null, type: { toString: 1, valueOf: 1 }, content: [{ type: 'mention', attrs: null }] }),
  ).toBe('')
})

test('any JSON is either converted or refused at the argument', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (document) => {
      try {
        expect(typeof documentToText('input.document', document)).toBe('string')
      } catch (error) {
        expect(error).toMatchObject({ code: 'BAD_USER_INPUT', extensions: { argument: 'input.document' } })
      }
    }),
  )
})

test('all words of all lines are retained in order', () => {
  const line = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const content = lines.map((words) => ({ type: 'paragraph', content: words.map((word) => text(`${word} `)) }))
      expect(read({ type: 'doc', content })).toBe(lines.map((words) => words.join(' ')).join('\n'))
    }),
  )
})
