import { expect, test } from '@jest/globals'
import type { Log } from '../../../../../src/kit/application.ts'
import { fill, readContents, readNames } from '../../../../../src/kit/documents/word/thread.ts'
import { aWordFile, paragraph, table, textOf } from '../word-files.ts'

const ignore = () => {}
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
const context = { signal: AbortSignal.timeout(30_000), log }

test('the text and the structure of a document are read, without active content', async () => {
  const heading = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Offer &lt;script&gt;</w:t></w:r></w:p>'
  const bytes = aWordFile({
    body: heading + paragraph('For ', 'Ann') + table(paragraph('Cell')),
    header: paragraph('Confidential'),
  })
  const { text, html } = await readContents(bytes, context)
  expect(text).toBe('Offer <script>\n\nFor Ann\n\nCell')
  expect(html).toContain('<p>For Ann</p>')
  expect(html).toContain('Offer &lt;script&gt;')
  expect(html).toContain('<td>')
})

test('a document without text has neither', async () => {
  expect(await readContents(aWordFile({ body: paragraph(' ') }), context)).toEqual({})
})

test('images are left out, and nothing outside the document is read', async () => {
  const drawing = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  const relationships =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/hostname" TargetMode="External"/></Relationships>'
  const others = { 'word/_rels/document.xml.rels': relationships }
  const contents = await readContents(aWordFile({ body: drawing + paragraph('Text'), others }), context).catch(String)
  expect(contents).toEqual({ text: 'Text', html: '<p></p><p>Text</p>' })
})

test('a text that is too long is cut, with a warning', async () => {
  const warnings: string[] = []
  const body = paragraph('x'.repeat(1_100_000))
  const noisy = { ...log, warn: (_: object, message: string) => warnings.push(message) }
  const { text } = await readContents(aWordFile({ body }), { ...context, log: noisy })
  expect(text?.length).toBeLessThanOrEqual(1_000_000)
  expect(warnings).toContain('the text of a document was cut')
})

test('placeholders are listed and filled', async () => {
  const bytes = aWordFile({ body: paragraph('Dear {{Na', 'me}}') })
  expect(await readNames(bytes, context)).toEqual(['Name'])
  const filled = await fill(bytes, new Map([['Name', 'Ann']]), context)
  expect(filled.names).toEqual(['Name'])
  expect(textOf(filled.bytes)).toBe('Dear Ann')
})

test.each([
  ['unreadable', new TextEncoder().encode('%PDF-1.7')],
  ['other-kind', aWordFile({ mainType: 'template.main+xml' })],
  ['unreadable', aWordFile({ body: '<w:p><w:r' })],
  ['too-large', aWordFile({ body: '<w:p/>'.repeat(3_600_000) })],
])('what cannot be used is named: %s', async (problem, bytes) => {
  await expect(readNames(bytes, context)).rejects.toMatchObject({ problem })
})

test('work ends when the time of the request is over', async () => {
  const signal = AbortSignal.abort(new Error('no time left'))
  await expect(readNames(aWordFile(), { ...context, signal })).rejects.toMatchObject({
    status: 503,
    problem: 'unavailable',
  })
})

test('a document that waits for others waits no longer than its request', async () => {
  const first = readNames(aWordFile({ body: '<w:p/>'.repeat(400_000) }), context)
  const controller = new AbortController()
  const second = readNames(aWordFile(), { ...context, signal: controller.signal })
  controller.abort(new Error('no time left'))
  const settled: string[] = []
  await Promise.allSettled([
    first.then(() => settled.push('first')),
    second.catch(({ status }) => settled.push(`second: ${status}`)),
  ])
  expect(settled).toEqual(['second: 503', 'first'])
})

test('documents that would take too much memory while they wait are refused, until others are done', async () => {
  const large = new Uint8Array(100 * 1024 * 1024)
  const two = [readNames(large, context), readNames(large, context)]
  await expect(readNames(large, context)).rejects.toMatchObject({
    status: 429,
    problem: 'rate-limited',
    options: { retryAfterMs: 10_000 },
  })
  for (const document of two) await expect(document).rejects.toMatchObject({ problem: 'unreadable' })
  await expect(readNames(large, context)).rejects.toMatchObject({ problem: 'unreadable' })
})
