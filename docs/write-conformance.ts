import { readFileSync, writeFileSync } from 'node:fs'
import { USAGE } from '../conformance/command-line.ts'
import { RULES } from '../conformance/index.ts'
import type { Rule } from '../conformance/rule.ts'

const FILE = new URL('conformance.md', import.meta.url)
const MARKS = {
  usage: ['<!-- usage: generated from conformance/command-line.ts -->', '<!-- end of usage -->'],
  rules: ['<!-- rules: generated from conformance/rules -->', '<!-- end of rules -->'],
} as const

/** The content of docs/conformance.md with its generated parts: the options of the program, and the table of rules. */
export function conformanceDocument(current: string = writtenConformance()): string {
  const withUsage = replaceBetween(current, MARKS.usage, ['```', USAGE.trim(), '```'].join('\n'))
  return replaceBetween(withUsage, MARKS.rules, rulesTable())
}

/** The current content of docs/conformance.md. */
export function writtenConformance(): string {
  return readFileSync(FILE, 'utf8')
}

function rulesTable(): string {
  const rows = RULES.map(
    (rule) => `| \`${rule.id}\` | ${rule.level} | ${toCell(rule.requires)} | ${needsOf(rule)} | ${sourceOf(rule)} |`,
  )
  return ['| Rule | Level | It requires | It needs | Specification |', '|---|---|---|---|---|', ...rows].join('\n')
}

function needsOf({ needs = [] }: Rule): string {
  return needs.join(', ')
}

function sourceOf({ source: { section, sentence } }: Rule): string {
  return `“${toCell(sentence)}” (${toCell(section.split(', ').at(-1) ?? '')})`
}

/** A text in a cell: a vertical line would end the cell, and `<…>` would be HTML. */
function toCell(text: string): string {
  const parts = text.split('`')
  // Inside of backticks, only the vertical line is special.
  return parts
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{', '&#123;')))
    .join('`')
    .replaceAll('|', '\\|')
}

function replaceBetween(text: string, [start, end]: readonly [string, string], content: string): string {
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/conformance.md lacks ${start} or ${end}`)
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`
}

if (import.meta.main) writeFileSync(FILE, conformanceDocument())
