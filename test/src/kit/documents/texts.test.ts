import { describe, expect, test } from '@jest/globals'
import { cleanDocumentHtml } from '../../../../src/kit/documents/html.ts'
import { type NameOptions, toResultName } from '../../../../src/kit/documents/names.ts'
import { MAX_TEXT_LENGTH, toDocumentText } from '../../../../src/kit/documents/text.ts'
import { createCall } from '../../../kit/call.ts'

const { log } = createCall({})
const now = Date.parse('2026-11-02T23:30:00Z')

function nameOf(options: Partial<NameOptions>): string {
  return toResultName({ values: new Map([['Customer', 'Acme / Co']]), template: 'Offer', now, ...options })
}

describe('the name of a result', () => {
  test.each([
    [{}, 'Offer 2026-11-02'],
    [{ name: 'Offer for {{ Customer }}' }, 'Offer for Acme / Co'],
    [{ name: 'Offer for {{Customer}}', forbidden: /[/:]/g }, 'Offer for Acme - Co'],
    [{ name: '{{Customer}}', values: new Map([['Customer', ' \n ']]) }, 'Offer 2026-11-02'],
    [{ name: 'two\n lines\u0000' }, 'two lines'],
    [{ name: '😀'.repeat(300) }, '😀'.repeat(200)],
    [{ template: '' }, '2026-11-02'],
  ])('of %j is «%s»', (options, name) => {
    expect(nameOf(options)).toBe(name)
  })
})

describe('the text of a document', () => {
  test('has ordinary line breaks and no byte order mark', () => {
    expect(toDocumentText('\ufeffOne\r\ntwo\rthree\n\n', log)).toBe('One\ntwo\nthree')
    expect(toDocumentText('\ufeff \r\n', log)).toBeUndefined()
  })

  test('is cut at the limit, with a warning in the log', () => {
    const warnings: unknown[] = []
    const text = toDocumentText(`${'x'.repeat(MAX_TEXT_LENGTH - 1)}😀`, { ...log, warn: (line) => warnings.push(line) })
    expect(text).toHaveLength(MAX_TEXT_LENGTH - 1)
    expect(warnings).toEqual([{ length: MAX_TEXT_LENGTH + 1, limit: MAX_TEXT_LENGTH }])
  })
})

describe('the HTML of a document', () => {
  test('has the structure of the text and nothing that runs, loads or tracks', async () => {
    const html = `<html><head><style>p{color:red}</style><title>x</title></head><body class="c1"><h1 id="h.1">Plan</h1>
      <p onclick="steal()"><b>Bold</b> <a href="javascript:steal()">a</a> <a href="https://acme.example/?a=1&b=2">b</a> <a href="//acme.example/">c</a></p>
      <img src="https://tracker.example/x.png"><script>steal()</script><iframe src="https://x.example"></iframe>
      <table><tr><td colspan="2" style="background:url(//x)">1</td></tr></table></body></html>`
    const clean = (await cleanDocumentHtml(html, log)) ?? ''
    expect(clean).toContain('<h1>Plan</h1>')
    expect(clean).toContain('<p><b>Bold</b> <a>a</a> <a href="https://acme.example/?a=1&amp;b=2">b</a> <a>c</a></p>')
    expect(clean).toContain('<td colspan="2">1</td>')
    expect(clean).not.toMatch(/style|script|img|iframe|steal|tracker|class|id=/)
  })

  test('that is nested absurdly deep is left out, in little time', async () => {
    expect(await cleanDocumentHtml(`${'<b>'.repeat(300_000)}x`, log)).toBeUndefined()
  })

  test.each(['', '<p> </p>', '<img src="x">', '<script>1</script>'])('of «%s» is none', async (html) => {
    expect(await cleanDocumentHtml(html, log)).toBeUndefined()
  })
})
