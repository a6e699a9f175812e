import type { Report, Result } from './schema.ts'

/** The report as JUnit XML: a suite per application, a test case per rule. Warnings are test cases that passed, with output. */
export function toJUnit({ provider, results, counts, dateStart, dateEnd }: Report): string {
  const suites = new Map<string, Result[]>()
  for (const result of results) {
    const name = result.account ?? result.application ?? provider.name
    suites.set(name, [...(suites.get(name) ?? []), result])
  }
  const totals = `tests="${results.length}" failures="${counts.failed}" skipped="${counts.skipped}" errors="0"`
  const time = seconds(dateEnd - dateStart)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance of ${escapeXml(provider.name)}" ${totals} time="${time}">`,
    ...[...suites].map(([name, list]) => toSuite(name, list, dateStart)),
    '</testsuites>',
    '',
  ].join('\n')
}

function toSuite(name: string, results: readonly Result[], dateStart: number): string {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  const time = seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0))
  const totals = `tests="${results.length}" failures="${count('failed')}" skipped="${count('skipped')}" errors="0"`
  const timestamp = new Date(dateStart).toISOString().slice(0, 19)
  return [
    `  <testsuite name="${escapeXml(name)}" ${totals} time="${time}" timestamp="${timestamp}">`,
    ...results.map((result) => toCase(name, result)),
    '  </testsuite>',
  ].join('\n')
}

function toCase(suite: string, result: Result): string {
  const { rule, route, requires, durationMs, outcome, reason = '' } = result
  const name = `${rule}${route ? ` ${route}` : ''}: ${requires}`
  const open = `    <testcase classname="${escapeXml(`${suite}.${rule}`)}" name="${escapeXml(name)}" time="${seconds(durationMs)}"`
  if (outcome === 'passed') return `${open}/>`
  return [`${open}>`, `      ${toElement(result, outcome, reason)}`, '    </testcase>'].join('\n')
}

function toElement(result: Result, outcome: 'failed' | 'warning' | 'skipped', reason: string): string {
  if (outcome === 'skipped') return `<skipped message="${escapeXml(reason)}"/>`
  const [first] = result.violations
  const text = escapeXml(describe(result))
  if (outcome === 'warning') return `<system-out>${text}</system-out>`
  return `<failure type="${escapeXml(result.rule)}" message="${escapeXml(first?.text ?? '')}">${text}</failure>`
}

function describe({ violations, furtherViolations, section, sentence, remedy }: Result): string {
  return [
    ...violations.flatMap(({ text, sent, received }) => [
      text,
      ...(sent ? [`sent: ${sent}`, `received: ${received}`] : []),
    ]),
    ...(furtherViolations > 0 ? [`and ${furtherViolations} more`] : []),
    `Specification, ${section}: “${sentence}”`,
    remedy,
  ].join('\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

/** XML allows no other control characters than tab and line breaks, escaped or not. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
