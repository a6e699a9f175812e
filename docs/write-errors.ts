import { readFileSync, writeFileSync } from 'node:fs'
import { asVendor, type Vendor } from '../src/kit/application.ts'
import { ERROR_CLASSES, type ErrorRule } from '../src/kit/vendor-errors.ts'
import * as vendors from '../vendors/index.ts'

const FILE = new URL('errors.md', import.meta.url)

/** The content of docs/errors.md: the meaning of every vendor error, generated from the vendors' error tables. */
export function errorsDocument(): string {
  const sections = Object.values(vendors).map(asVendor).map(section)
  return `# Errors

Generated from \`vendors/<vendor>/errors.ts\` by \`npm run docs\`; do not edit. An error is matched by reason and status, then
by reason, then by status. An error without a match is \`unavailable\`. "Where" is the vendor's API, its token endpoint or
the redirect back from its consent page. "Connection" says for which way of connecting a row holds: where people sign in
(\`oauth\`), the client that the vendor rejects is the operator's; where they connect with a key (\`key\`), it is their own;
\`any\` is both. A row with a code in parentheses only replaces the text of the row with the same reason.

"Retried" says whether the hub repeats the call, within the time budget of the same request. "No" does not stop a sync: after
\`rate-limited\` its next run starts when Retry-After has passed, after \`unavailable\` and the other classes with growing
delays (\`platform/sync/health.ts\`). Only \`credentials-expired\` stops the syncs of a connection, until the person connects
again.

The status and the problem type follow from the class. An \`invalid-request\` that is resolved by the hub is a 500,
\`/internal-error\`, because the caller cannot correct it.

| Class | Status | Problem type ends in |
|---|---|---|
${Object.entries(ERROR_CLASSES)
  .map(([name, { status, problem }]) => `| ${name} | ${status} | /${problem} |`)
  .join('\n')}
${sections.join('')}`
}

/** The current content of docs/errors.md. */
export function writtenDocument(): string {
  return readFileSync(FILE, 'utf8')
}

function section({ label, errors }: Vendor): string {
  return `
## ${label}

| Where | Connection | Status | Reason | Class | Retried | Resolved by | Message to the user |
|---|---|---|---|---|---|---|---|
${errors.map(line).join('\n')}
`
}

function line({
  at,
  method,
  status,
  reason,
  hint,
  class: errorClass,
  retry,
  fault,
  sentence,
  next,
}: ErrorRule): string {
  const code = hint ? `${reason} (${hint})` : (reason ?? 'any')
  const cells = [
    at,
    method ?? 'any',
    status ?? 'any',
    code,
    errorClass,
    retry ? 'yes' : 'no',
    fault,
    `${sentence} ${next}`,
  ]
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
}

if (import.meta.main) writeFileSync(FILE, errorsDocument())
