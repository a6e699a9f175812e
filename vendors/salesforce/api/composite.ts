import { API_VERSION } from '../settings.ts'
import type { Client } from './client.ts'
import { type ApiPath, path } from './path.ts'
import { toSubrequestError, unreadableResponse } from './response.ts'

/** A subrequest of a composite request. It may refer to the result of an earlier one: `@{note.id}`. */
export interface Subrequest {
  method: 'GET' | 'POST' | 'PATCH'
  path: ApiPath
  /** Consists of letters and digits. */
  referenceId: string
  body?: object
}

export interface SubrequestResult {
  status: number
  body: unknown
}

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_composite.htm */
export const MAX_SUBREQUESTS = 25

interface CompositeResponse {
  compositeResponse?: { httpStatusCode?: number; body?: unknown }[]
}

export interface CompositeOptions {
  /** Whether an error in one subrequest rolls back all of them. Default: false. */
  allOrNone?: boolean
  retryable?: boolean
  timeoutMs?: number
  onSend?: () => void
}

/**
 * Sends up to 25 subrequests as one request. Salesforce responds with 200 even if they fail, so the caller must check
 * each result.
 */
export async function sendComposite(
  client: Client,
  subrequests: readonly Subrequest[],
  options: CompositeOptions,
): Promise<SubrequestResult[]> {
  const { allOrNone = false, ...requestOptions } = options
  const compositeRequest = subrequests.map(({ path: relativePath, ...subrequest }) => {
    return { ...subrequest, url: toAbsolutePath(relativePath) }
  })
  const { compositeResponse: results } = await client.request<CompositeResponse>({
    path: path`/composite`,
    method: 'POST',
    body: { allOrNone, compositeRequest },
    ...requestOptions,
  })
  if (!Array.isArray(results) || results.length !== subrequests.length) throw unreadableResponse()
  return results.map(({ httpStatusCode = 0, body }) => ({ status: httpStatusCode, body }))
}

/** Returns the body of a successful subrequest. Throws the VendorError of a failed one. */
export function requireBody<Body extends object>({ status, body }: SubrequestResult): Body {
  if (status >= 200 && status < 300 && typeof body === 'object') return (body ?? {}) as Body
  throw toSubrequestError(status, body)
}

function toAbsolutePath(apiPath: ApiPath): string {
  return apiPath.startsWith('/services/') ? apiPath : `/services/data/v${API_VERSION}${apiPath}`
}
