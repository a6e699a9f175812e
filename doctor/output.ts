import { styleText } from 'node:util'
import { replaceHeldSecrets } from '../src/runtime/secret.ts'
import type { Finding, Status } from './finding.ts'

const LABELS: Readonly<Record<Status, readonly [text: string, style: Parameters<typeof styleText>[0]]>> = {
  ok: ['ok', 'green'],
  warning: ['WARN', 'yellow'],
  error: ['ERROR', 'red'],
  skipped: ['-', 'dim'],
}
const LABEL_WIDTH = 5

/** The findings as a table. Below each that is not green stands what to do. Colours on terminals only. */
export function toTable(findings: readonly Finding[]): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { stream: process.stdout })
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines: string[] = []
  let program = ''
  for (const { program: owner, check, status, detail, remedy } of findings) {
    if (owner !== program) lines.push(...(program ? [''] : []), paint('bold', owner.toUpperCase()))
    program = owner
    const [label, style] = LABELS[status]
    lines.push(`${paint(style, label.padEnd(LABEL_WIDTH))}  ${check.padEnd(width)}  ${detail}`)
    if (remedy) lines.push(`${' '.repeat(LABEL_WIDTH + width + 4)}→ ${remedy}`)
  }
  const count = (status: Status) => findings.filter((finding) => finding.status === status).length
  lines.push(
    '',
    `${count('ok')} ok, ${count('warning')} warnings, ${count('error')} errors, ${count('skipped')} not checked`,
  )
  return replaceHeldSecrets(lines.join('\n'))
}

/** The same as JSON: the worst status, and every finding. */
export function toJson(findings: readonly Finding[]): string {
  const status =
    (['error', 'warning'] as const).find((each) => findings.some((finding) => finding.status === each)) ?? 'ok'
  return replaceHeldSecrets(JSON.stringify({ status, findings }, undefined, 2))
}
