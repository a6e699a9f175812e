import type { GraphRequest } from './graph-request.ts'

const METADATA = 'https://graph.microsoft.com/v1.0/$metadata#'

/** `@odata.context` of a resource that belongs to the account. */
export function userOdataContext({ account }: GraphRequest, path: string): { '@odata.context': string } {
  return { '@odata.context': `${METADATA}users('${encodeURIComponent(account.id)}')/${path}` }
}

export function odataContext(path: string): { '@odata.context': string } {
  return { '@odata.context': METADATA + path }
}
