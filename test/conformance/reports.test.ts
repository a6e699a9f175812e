import { describe, expect, test } from '@jest/globals'
import { type Report, toHtml, toJUnit, toText } from '../../conformance/index.ts'

const HOSTILE = '<script>alert(1)</script> & "quoted" \u0000\u001b[31m\ud800'

/** A report in which everything that a provider can influence is hostile. */
const result = (outcome: Report['results'][number]['outcome']): Report['results'][number] => ({
  rule: 'page.size',
  level: 'must',
  requires: 'pageSize is the number of items on the page.',
  section: 'StandardSyncResponse<T>',
  sentence: 'Count of items actually returned, not the requested limit.',
  application: HOSTILE,
  route: '/sync/email',
  outcome,
  ...(outcome === 'skipped' ? { reason: HOSTILE } : {}),
  violations:
    outcome === 'failed' || outcome === 'warning' ? [{ text: HOSTILE, sent: HOSTILE, received: HOSTILE }] : [],
  furtherViolations: outcome === 'failed' ? 3 : 0,
  remedy: 'Set pageSize to items.length.',
  durationMs: 12,
})
const report: Report = {
  format: 1,
  provider: { name: HOSTILE, url: `http://provider.example/${HOSTILE}`, applications: [HOSTILE] },
  dateStart: 1_767_225_600_000,
  dateEnd: 1_767_225_601_500,
  outcome: 'failed',
  counts: { passed: 1, failed: 1, warning: 1, skipped: 1 },
  requests: 7,
  results: [result('passed'), result('failed'), result('warning'), result('skipped')],
  made: [HOSTILE],
}

describe('reports of a hostile provider', () => {
  test('HTML escapes everything, loads nothing and runs nothing', () => {
    const html = toHtml(report)
    expect(html).not.toMatch(/<script|<img|<link|<iframe|javascript:|https?:\/\/(?!provider\.example)/i)
    expect(html).toContain("default-src 'none'")
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;')
    expect(html).toContain('StandardSyncResponse&lt;T&gt;')
    expect(html).toContain('and 3 more')
  })

  test('JUnit is well-formed XML: nothing is open, and no character is forbidden', () => {
    const xml = toJUnit(report)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is forbidden
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/)
    const withoutTags = xml.replace(/<\?xml[^?]*\?>|<\/?[a-z-]+(?: [a-z]+="[^"<]*")*\/?>/g, '')
    expect(withoutTags).not.toMatch(/[<>]|&(?!#\d+;)/)
    expect(xml).toContain('tests="4" failures="1" skipped="1" errors="0" time="1.500"')
    const opened = xml.match(/<testcase[^>]*[^/]>/g)?.length
    expect(xml.match(/<\/testcase>/g)).toHaveLength(opened ?? 0)
  })

  test('text has no control characters, and colors only where they are asked for', () => {
    const controls = /[^\P{Cc}\t\n]/u
    expect(toText(report)).not.toMatch(controls)
    expect(toText(report, { hasColors: true })).toContain('"quoted" \ufffd\ufffd[31m')
    expect(toText(report)).toContain('failed: 1 failed, 1 warnings, 1 skipped, 1 passed (7 requests, 1.5 s)')
  })
})
