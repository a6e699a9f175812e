import { readFileSync } from 'node:fs'

/** Domains where anybody may have an address. They stand for no organization. */
export const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  readFileSync(new URL('../free-mail-domains.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)
