import { API_VERSION } from '../settings.ts'
import type { Client } from './client.ts'
import { type ApiPath, path } from './path.ts'
import { toSubrequestError, unreadableResponse } from './response.ts'

/** A request inside a composite one. Later parts may name the answer of an earlier one: `@{note.id}`. */
export interface Subrequest {
  method: 'GET' | 'POST' | 'PATCH'
  path: ApiPath
  /** Letters and digits. */
  referenceId: string
  body?: object
}

/** What became of a part. */
export interface SubrequestResult {
  status: number
  body: unknown
}

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_composite.htm */
export const MAX_SUBREQUESTS = 25

interface CompositeResponse {
  compositeResponse?: { httpStatusCode?: number; body?: unknown }[]
}

/** How the parts hang together, and whether the whole may be sent again. */
export interface CompositeOptions {
  allOrNone?: boolean
  repeatable?: boolean
  timeoutMs?: number
  onSend?: () => void
}

/** Sends up to 25 requests as one: the answer is 200 whatever becomes of them, so each part has to be looked at. */
export async function sendComposite(
  client: Client,
  parts: readonly Subrequest[],
  options: CompositeOptions,
): Promise<SubrequestResult[]> {
  const { allOrNone = false, ...sending } = options
  const compositeRequest = parts.map(({ path: place, ...part }) => ({ ...part, url: toAbsolutePath(place) }))
  const answer = await client.request<CompositeResponse>({
    path: path`/composite`,
    method: 'POST',
    body: { allOrNone, compositeRequest },
    ...sending,
  })
  const given = answer.compositeResponse
  if (!Array.isArray(given) || given.length !== parts.length) throw unreadableResponse()
  return given.map(({ httpStatusCode = 0, body }) => ({ status: httpStatusCode, body }))
}

/** The body of a part that went well. Throws what Salesforce said when it did not. */
export function requireBody<Body extends object>({ status, body }: SubrequestResult): Body {
  if (status >= 200 && status < 300 && typeof body === 'object') return (body ?? {}) as Body
  throw toSubrequestError(status, body)
}

function toAbsolutePath(place: ApiPath): string {
  return place.startsWith('/services/') ? place : `/services/data/v${API_VERSION}${place}`
}
