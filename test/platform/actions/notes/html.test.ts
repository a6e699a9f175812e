import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { toNoteHtml } from '../../../../platform/actions/notes/html.ts'
import { randomRuns } from '../../../kit/random-runs.ts'

const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const text = (text: string, ...marks: object[]) => ({ type: 'text', text, marks })
const doc = (...content: object[]) => JSON.stringify({ type: 'doc', content })

describe('the HTML of a note', () => {
  test.each([
    ['paragraphs', doc(paragraph(text('One')), paragraph(text('Two'))), '<p>One</p><p>Two</p>'],
    ['marks', doc(paragraph(text('a', { type: 'bold' }, { type: 'italic' }))), '<p><em><strong>a</strong></em></p>'],
    ['headings', doc({ type: 'heading', attrs: { level: 9 }, content: [text('T')] }), '<h6>T</h6>'],
    [
      'lists',
      doc({ type: 'bullet_list', content: [{ type: 'list_item', content: [paragraph(text('x'))] }] }),
      '<ul><li><p>x</p></li></ul>',
    ],
    ['line breaks', doc(paragraph(text('a'), { type: 'hardBreak' }, text('b'))), '<p>a<br>b</p>'],
    [
      'links',
      doc(paragraph(text('here', { type: 'link', attrs: { href: 'https://a.example/?x="y"' } }))),
      '<p><a href="https://a.example/?x=%22y%22">here</a></p>',
    ],
    [
      'no links that are scripts',
      doc(paragraph(text('here', { type: 'link', attrs: { href: 'javascript:alert(1)' } }))),
      '<p>here</p>',
    ],
    ['mentions', doc(paragraph({ type: 'mention', attrs: { label: '@Ada' } })), '<p>@Ada</p>'],
    ['the content of unknown nodes', doc({ type: 'callout', content: [paragraph(text('x'))] }), '<p>x</p>'],
    [
      'nodes of an editor with other names',
      JSON.stringify({
        root: { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', text: 'x' }] }] },
      }),
      '<p>x</p>',
    ],
    [
      'markup in text as text',
      doc(paragraph(text('<img src=x onerror="bad()">&'))),
      '<p>&lt;img src=x onerror=&quot;bad()&quot;&gt;&amp;</p>',
    ],
  ])('contains %s', (_, document, html) => {
    expect(toNoteHtml(document, 'never')).toBe(html)
  })

  test.each([
    ['nothing', null],
    ['not JSON', 'plain'],
    ['another editor', '{"ops":[{"insert":"x"}]}'],
    ['a number', '7'],
    ['null', 'null'],
  ])('is made of the text if the document is %s', (_, document) => {
    expect(toNoteHtml(document, 'One\n\nTwo <b>')).toBe('<p>One</p><p>Two &lt;b&gt;</p>')
  })

  test('never contains elements other than its own, whatever the document is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.string(), (document, plain) => {
        const html = toNoteHtml(document, plain)
        const tags = [...html.matchAll(/<\/?([^\s>]*)/g)].map(([, name]) => name)
        expect(
          tags.every((name) =>
            /^(p|h[1-6]|blockquote|pre|ul|ol|li|table|tr|td|th|strong|em|u|s|code|a|br|hr)$/.test(name ?? ''),
          ),
        ).toBe(true)
      }),
      { numRuns: randomRuns(100) },
    )
  })

  test('is cut off at a maximum depth', () => {
    const deep = `${'{"type":"blockquote","content":['.repeat(5_000)}${']}'.repeat(5_000)}`
    expect(toNoteHtml(deep, 'Flat').length).toBeLessThan(5_000)
  })
})
