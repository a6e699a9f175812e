import { API_VERSION } from '../settings.ts'
import type { Client } from './client.ts'
import { type ApiPath, path } from './path.ts'
import { toPartError, unreadable } from './response.ts'

/** A request inside a composite one. Later parts may name the answer of an earlier one: `@{note.id}`. */
export interface Part {
  method: 'GET' | 'POST' | 'PATCH'
  path: ApiPath
  /** Letters and digits. */
  referenceId: string
  body?: object
}

/** What became of a part. */
export interface PartAnswer {
  status: number
  body: unknown
}

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_composite.htm */
export const MOST_PARTS = 25

interface CompositeAnswer {
  compositeResponse?: { httpStatusCode?: number; body?: unknown }[]
}

/** How the parts hang together, and whether the whole may be sent again. */
export interface CompositeOptions {
  allOrNone?: boolean
  repeatable?: boolean
  patience?: number
  onSend?: () => void
}

/** Sends up to 25 requests as one: the answer is 200 whatever becomes of them, so each part has to be looked at. */
export async function compose(
  client: Client,
  parts: readonly Part[],
  options: CompositeOptions,
): Promise<PartAnswer[]> {
  const { allOrNone = false, ...sending } = options
  const compositeRequest = parts.map(({ path: place, ...part }) => ({ ...part, url: absolute(place) }))
  const answer = await client.ask<CompositeAnswer>({
    path: path`/composite`,
    method: 'POST',
    body: { allOrNone, compositeRequest },
    ...sending,
  })
  const given = answer.compositeResponse
  if (!Array.isArray(given) || given.length !== parts.length) throw unreadable()
  return given.map(({ httpStatusCode = 0, body }) => ({ status: httpStatusCode, body }))
}

/** The body of a part that went well. Throws what Salesforce said when it did not. */
export function bodyOf<Body extends object>({ status, body }: PartAnswer): Body {
  if (status >= 200 && status < 300 && typeof body === 'object') return (body ?? {}) as Body
  throw toPartError(status, body)
}

function absolute(place: ApiPath): string {
  return place.startsWith('/services/') ? place : `/services/data/v${API_VERSION}${place}`
}
