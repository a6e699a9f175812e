import type { Visit } from './visit.ts'

const METADATA = 'https://graph.microsoft.com/v1.0/$metadata#'

/** `@odata.context` of something that belongs to the account. */
export function userContext({ account }: Visit, path: string): { '@odata.context': string } {
  return { '@odata.context': `${METADATA}users('${encodeURIComponent(account.id)}')/${path}` }
}

export function context(path: string): { '@odata.context': string } {
  return { '@odata.context': METADATA + path }
}
