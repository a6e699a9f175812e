import type { Report, Result } from './schema.ts'

const MARKS: Readonly<Record<Result['outcome'], string>> = { passed: '✓', failed: '✗', warning: '!', skipped: '-' }
const COLORS: Readonly<Record<Result['outcome'], string>> = {
  passed: '\u001b[32m',
  failed: '\u001b[31m',
  warning: '\u001b[33m',
  skipped: '\u001b[2m',
}
const RESET = '\u001b[0m'
/** Longer requests and responses are cut in a terminal (characters). */
const MAX_LENGTH = 600

export interface TextOptions {
  hasColors?: boolean
  /** Whether rules that passed are listed, too. */
  isVerbose?: boolean
}

/** The report for a terminal: what is wrong, what could not be run, and the counts. */
export function toText(report: Report, { hasColors = false, isVerbose = false }: TextOptions = {}): string {
  const paint = (outcome: Result['outcome'], text: string) =>
    hasColors ? `${COLORS[outcome]}${printable(text)}${RESET}` : printable(text)
  const of = (outcome: Result['outcome']) => report.results.filter((result) => result.outcome === outcome)
  const lines = [printable(`Conformance of ${report.provider.name} at ${report.provider.url}`), '']
  if (isVerbose) for (const result of of('passed')) lines.push(paint('passed', titleOf(result)))
  for (const outcome of ['failed', 'warning'] as const) {
    for (const result of of(outcome))
      lines.push(paint(outcome, titleOf(result)), ...detailsOf(result).map(printable), '')
  }
  lines.push(...skippedLines(of('skipped')).map((line) => paint('skipped', line)))
  if (report.made.length > 0)
    lines.push('', 'Written at the vendor:', ...report.made.map((text) => printable(`  ${text}`)))
  const { passed, failed, warning, skipped } = report.counts
  const duration = ((report.dateEnd - report.dateStart) / 1000).toFixed(1)
  const counts = `${failed} failed, ${warning} warnings, ${skipped} skipped, ${passed} passed`
  lines.push('', `${paint(report.outcome, report.outcome)}: ${counts} (${report.requests} requests, ${duration} s)`)
  return `${lines.join('\n')}\n`
}

function titleOf({ outcome, rule, application, account, route, requires }: Result): string {
  const where = [account ?? application, route].filter((part) => part !== undefined).join(' ')
  return `${MARKS[outcome]} ${rule}${where ? ` (${where})` : ''}: ${requires}`
}

function detailsOf({ violations, furtherViolations, section, sentence, remedy }: Result): string[] {
  const lines = violations.map(({ text }) => `    ${text}`)
  if (furtherViolations > 0) lines.push(`    and ${furtherViolations} more`)
  const [first] = violations
  if (first?.sent) lines.push(...block('sent', first.sent), ...block('received', first.received ?? ''))
  return [...lines, `    specification: ${section}: “${sentence}”`, `    what to do: ${remedy}`]
}

function block(title: string, text: string): string[] {
  const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
  return [`    ${title}:`, ...shown.split('\n').map((line) => `      ${line}`)]
}

/** Rules that were skipped, by their reasons. */
function skippedLines(results: readonly Result[]): string[] {
  const byReason = Map.groupBy(results, ({ reason = '' }) => reason)
  return [...byReason].map(([reason, list]) => {
    const rules = [...new Set(list.map(({ rule }) => rule))]
    return `- skipped, ${reason}: ${rules.join(', ')}`
  })
}

/** Control characters of a provider do nothing to the terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\t\n]/gu, '\ufffd')
}
