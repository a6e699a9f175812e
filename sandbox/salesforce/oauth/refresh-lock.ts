import { setTimeout as wait } from 'node:timers/promises'
import { type HttpRequest, parseForm } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import type { Handler } from '../../core/http/router.ts'
import { tokenErrorResponse } from '../errors.ts'
import type { SalesforceSettings } from '../settings.ts'

/**
 * Processes one refresh of a refresh token at a time and rejects others meanwhile ("Simultaneous Token Requests Are
 * Blocked During the Refresh Token Flow", release 250; the error is that of release 252).
 */
export function withRefreshLock(settings: SalesforceSettings, handle: Handler): Handler {
  const processed = new Set<string>()
  return async (request: HttpRequest): Promise<HttpResponse> => {
    const token = parseForm(request).get('refresh_token')
    if (!token) return handle(request)
    if (processed.has(token)) return tokenErrorResponse('alreadyProcessed')
    processed.add(token)
    try {
      await wait(settings.refreshMs)
      return await handle(request)
    } finally {
      processed.delete(token)
    }
  }
}
