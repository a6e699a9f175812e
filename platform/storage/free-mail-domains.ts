import { readFileSync } from 'node:fs'

/** Domains of free mail providers. An address there does not identify an organization. */
export const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  readFileSync(new URL('./free-mail-domains.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)
