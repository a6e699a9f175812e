import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { openDocument, toStoredDocument } from '../../../../console/src/editing/notes/document.ts'
import { labelOfSource } from '../../../../console/src/editing/notes/foreign.ts'
import { fromText, joinDocuments } from '../../../../console/src/editing/notes/plain.ts'
import { schema } from '../../../../console/src/editing/notes/schema.ts'

type Json = Record<string, unknown>

/** Opens a document in the editor's schema and stores it again. */
function roundTrip(stored: object): Json {
  const opened = openDocument(JSON.stringify(stored), schema)
  if (!opened) throw new Error('The document is of another kind of editor.')
  const edited = schema.nodeFromJSON(opened.content)
  edited.check()
  return JSON.parse(toStoredDocument(edited.toJSON(), opened.frame))
}

const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks })

/** Without what says nothing: empty lists, objects and texts; with neighbouring texts of the same marks as one. */
function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return joinTexts(value.map(normalize).filter((item) => !isEmptyText(item)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [name, normalize(member)])
  return Object.fromEntries(entries.filter(([name, member]) => !isSkipped(name, member)))
}

const isEmptyText = (item: unknown) => (item as Json | null)?.type === 'text' && (item as Json).text === ''
const isSkipped = (name: string, member: unknown) =>
  ['attrs', 'content', 'marks'].includes(name) && JSON.stringify(member)?.length === 2

function joinTexts(items: unknown[]): unknown[] {
  const joined: unknown[] = []
  for (const item of items) {
    const [before, now] = [joined.at(-1) as Json | undefined, item as Json | null]
    const isSame = now?.type === 'text' && before?.type === 'text' && sameMarks(before, now)
    if (isSame && Object.keys(now).length === Object.keys(before).length) {
      joined[joined.length - 1] = { ...before, text: `${before.text}${now.text}` }
    } else joined.push(item)
  }
  return joined
}

const sameMarks = (a: Json, b: Json) => JSON.stringify(a.marks) === JSON.stringify(b.marks)

/** Whether everything of `before` is in `after`, which may have more attributes, with their defaults. Marks are sets. */
function contains(after: unknown, before: unknown, name = ''): boolean {
  if (Array.isArray(before)) {
    if (!Array.isArray(after) || after.length !== before.length) return false
    if (name === 'marks') return before.every((mark) => after.some((other) => contains(other, mark)))
    return before.every((item, index) => contains(after[index], item))
  }
  if (typeof before !== 'object' || before === null) return Object.is(after, before) || after === before
  return (
    typeof after === 'object' &&
    after !== null &&
    Object.entries(before).every(([key, member]) => contains((after as Json)[key], member, key))
  )
}

const TYPES = [...Object.keys(schema.nodes), 'table', 'taskItem', 'mention', 'image', '__proto__', 'constructor']
const MARKS = [...Object.keys(schema.marks), 'comment', 'highlight', 'toString']

const attrs = fc.dictionary(fc.constantFrom('level', 'href', 'start', 'id', 'rest', 'source', 'x'), fc.jsonValue(), {
  maxKeys: 3,
})
const mark = fc.record({ type: fc.constantFrom(...MARKS), attrs }, { requiredKeys: ['type'] })
const { node } = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.record({ type: fc.constant('text'), text: fc.string(), marks: fc.array(mark, { maxLength: 3 }) }),
    fc.record({ type: fc.constant('paragraph'), content: fc.array(tie('node'), { maxLength: 4 }), attrs }),
    fc.record(
      {
        type: fc.constantFrom(...TYPES),
        attrs,
        content: fc.array(tie('node'), { maxLength: 4 }),
        marks: fc.array(mark, { maxLength: 2 }),
        text: fc.jsonValue(),
        key: fc.jsonValue(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constantFrom('bulletList', 'listItem', 'blockquote'), content: fc.array(tie('node')) }),
  ) as fc.Arbitrary<Json>,
}))

describe('a stored document', () => {
  test('loses nothing when it is opened and stored again, whatever editor has written it', () => {
    const documents = fc.record({ type: fc.constant('doc'), content: fc.array(node), version: fc.jsonValue() })
    fc.assert(
      fc.property(documents, (stored) => {
        const before = normalize(JSON.parse(JSON.stringify(stored)))
        expect(contains(normalize(roundTrip(stored)), before)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('is stored as it was if this editor has written it', () => {
    const list = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('One'))] }] }
    const link = { type: 'link', attrs: { href: 'https://a.example/', target: '_blank' } }
    const stored = {
      type: 'doc',
      content: [paragraph(text('Bold', { type: 'bold' }), text(' and '), text('link', link)), list],
    }
    expect(normalize(roundTrip(stored))).toMatchObject(normalize(stored) as Json)
  })

  test('keeps unknown nodes, marks, attributes and members where they are', () => {
    const mention = { type: 'mention', attrs: { id: '1', label: 'Ada' } }
    const table = { type: 'table', content: [{ type: 'tableRow', content: [] }] }
    const highlighted = { ...text('x', { type: 'highlight', attrs: { color: 'red' } }) }
    const aligned = { ...paragraph(mention, highlighted), attrs: { textAlign: 'center' }, uid: 7 }
    const stored = { type: 'doc', version: 3, content: [aligned, table] }
    const after = roundTrip(stored)
    expect(after).toMatchObject(stored)
    expect(openDocument(JSON.stringify(stored), schema)?.content).toMatchObject({
      content: [
        { type: 'paragraph', content: [{ type: 'foreignInline' }, { type: 'text' }] },
        { type: 'foreignBlock' },
      ],
    })
  })

  test('of another kind of editor is not opened', () => {
    for (const stored of ['{"root":{"children":[]}}', '[]', '{"ops":[]}', 'null', 'x', '{"type":"doc","content":{}}']) {
      expect(openDocument(stored, schema)).toBeUndefined()
    }
  })

  test('that is empty opens as an empty paragraph', () => {
    for (const stored of [null, '', '{"type":"doc"}', '{"type":"doc","content":[]}']) {
      expect(openDocument(stored, schema)?.content).toMatchObject({ type: 'doc', content: [{ type: 'paragraph' }] })
    }
  })
})

test('documents are joined with a line between them', () => {
  const joined = JSON.parse(joinDocuments(fromText('Mine'), fromText('Theirs\nand more')))
  expect(joined.content.map(({ type }: Json) => type)).toEqual([
    'paragraph',
    'horizontalRule',
    'paragraph',
    'paragraph',
  ])
})

test('what is unknown is shown by its text, its name or its type', () => {
  const label = (value: unknown) => labelOfSource(JSON.stringify(value))
  expect(label({ type: 'table', content: [{ type: 'cell', content: [{ type: 'text', text: 'A  1' }] }] })).toBe('A 1')
  expect(label({ type: 'mention', attrs: { label: 'Ada' } })).toBe('@Ada')
  expect(label({ type: 'image', attrs: { alt: 'A roof' } })).toBe('A roof')
  expect(label({ type: 'video' })).toBe('[video]')
  expect(label(null)).toBe('[unknown]')
  expect(labelOfSource('{')).toBe('[unknown]')
})
