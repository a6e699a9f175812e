import { readFileSync, writeFileSync } from 'node:fs'
import { asVendor, type Vendor } from '../src/kit/application.ts'
import { ERROR_CLASSES, type ErrorRule } from '../src/kit/vendor-errors.ts'
import * as vendors from '../vendors/index.ts'

const FILE = new URL('errors.md', import.meta.url)

/** docs/errors.md: what every refusal of a vendor means, made from the tables that decide it. */
export function errorsDocument(): string {
  const sections = Object.values(vendors).map(asVendor).map(section)
  return `# Errors

Made from \`vendors/<vendor>/errors.ts\` by \`npm run docs\`; do not edit. A refusal is looked up by reason and status, then
by reason, then by status. What no line lists is \`unavailable\`. "Where" is the vendor's API, its token endpoint or the
redirect back from its consent page. A line with a code in brackets lends its words to the line of the same reason.

| Class | Status | Problem type ends in |
|---|---|---|
${Object.entries(ERROR_CLASSES)
  .map(([name, { status, problem }]) => `| ${name} | ${status} | /${problem} |`)
  .join('\n')}
${sections.join('')}`
}

/** What docs/errors.md says now. */
export function writtenDocument(): string {
  return readFileSync(FILE, 'utf8')
}

function section({ label, errors }: Vendor): string {
  return `
## ${label}

| Where | Status | Reason | Class | Asked again | Whose move | What the user is told |
|---|---|---|---|---|---|---|
${errors.map(line).join('\n')}
`
}

function line({ at, status, reason, hint, class: errorClass, retry, fault, sentence, next }: ErrorRule): string {
  const why = hint ? `${reason} (${hint})` : (reason ?? 'any')
  const cells = [at, status ?? 'any', why, errorClass, retry ? 'yes' : 'no', fault, `${sentence} ${next}`]
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
}

if (import.meta.main) writeFileSync(FILE, errorsDocument())
