import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import { HttpError, type HttpResponse } from '../../core/http/responses.ts'
import type { MicrosoftState } from '../state.ts'
import { fingerprint } from './store.ts'

/** Returns the response of an HttpError instead of throwing it, so that the call can be logged. */
export function catchError(run: () => { response: HttpResponse; items: string[] }): {
  response: HttpResponse
  items: string[]
} {
  try {
    return run()
  } catch (error) {
    if (error instanceof HttpError) return { response: error.response, items: [] }
    throw error
  }
}

/** Adds a request to the log of calls. Tokens are recorded as hashes. */
export function logCall(
  { drives, clock }: MicrosoftState,
  request: HttpRequest,
  entry: { method: string; status: number; items: readonly string[]; account?: string; scopes?: readonly string[] },
): void {
  const token = getBearerToken(request)
  drives.calls.push({
    account: undefined,
    scopes: [],
    ...entry,
    time: clock.now(),
    token: token === undefined ? undefined : fingerprint(token),
    prefer: request.headers.prefer,
  })
}
