import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import { HttpError, type HttpResponse, json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { AccessToken } from '../../core/oauth/grant.ts'
import type { GoogleAccount } from '../account.ts'
import { toRetryAfterResponse } from '../api/errors.ts'
import { selectFields } from '../api/field-mask.ts'
import { toScopeErrorResponse } from '../api/guard.ts'
import { checkParameterNames } from '../api/parameters.ts'
import { API_HEADERS } from '../api/responses.ts'
import type { GoogleState } from '../state.ts'
import { fail, failInvalid } from './failures.ts'
import { type DriveQuota, fingerprint } from './store.ts'

/** A method of Drive, Docs or Sheets. */
export interface DriveMethod {
  verb: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  pattern: string
  /** The name in the log of calls: `drive.files.get`. */
  name: string
  service: 'drive' | 'docs' | 'sheets'
  /** The access token needs one of these scopes; only these count for the reach of the call. */
  scopes: readonly string[]
  quota: DriveQuota
  /** The query parameters. Only Docs and Sheets reject others. */
  parameters?: readonly string[]
  handle(call: DriveCallContext): HttpResponse | Promise<HttpResponse>
}

/** An authenticated call. */
export interface DriveCallContext {
  readonly google: GoogleState
  readonly request: HttpRequest
  readonly method: DriveMethod
  readonly service: DriveMethod['service']
  readonly account: GoogleAccount
  readonly access: AccessToken
  /** Adds a file to the log of this call. */
  touch(fileId: string): void
}

/** Creates the route of a method, which checks token, scopes, quota and parameters and logs the call. */
export function createDriveRoute(google: GoogleState, method: DriveMethod): Route {
  const handle = async (request: HttpRequest): Promise<HttpResponse> => {
    const token = getBearerToken(request)
    const access = google.oauth.grants.inspect(token ?? '')
    if (!access) return fail(request, token === undefined ? 'required' : 'authError')
    const files = new Set<string>()
    const account = google.account(access.grant.account)
    const touch = (fileId: string) => files.add(fileId)
    const call: DriveCallContext = { google, request, method, service: method.service, account, access, touch }
    const response = await runToResponse(() => {
      checkCall(call)
      return method.handle(call)
    })
    google.drive.calls.push({
      time: google.clock.now(),
      method: method.name,
      account: account.email,
      clientId: access.grant.client.id,
      scopes: access.scopes,
      token: fingerprint(access.token),
      status: response.status,
      files: [...files],
    })
    return response
  }
  return { method: method.verb, pattern: method.pattern, api: method.service, handle }
}

async function runToResponse(run: () => HttpResponse | Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof HttpError) return error.response
    throw error
  }
}

function checkCall({ google, request, method, account, access }: DriveCallContext): void {
  const { service, scopes, name, quota, parameters = [] } = method
  if (!scopes.some((scope) => access.scopes.includes(scope))) {
    throw new HttpError(toScopeErrorResponse({ service, scopes, rpc: toRpcName(service, name) }))
  }
  if (google.drive.blockedAccounts.has(account.email))
    fail(request, service === 'drive' ? 'domainPolicy' : 'permissionDenied')
  const spending = google.drive.quotas[quota].spend(account.email, 1)
  if (!spending.spent) failQuota(google, request, service, spending.retryAt)
  request.units += 1
  if (service !== 'drive') checkParameterNames(request, parameters)
}

/** `google.apps.drive.v3.DriveFiles.Get` for `drive.files.get`. */
function toRpcName(service: string, name: string): string {
  const words = name.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `google.apps.${service}.${service === 'sheets' ? 'v4' : service === 'docs' ? 'v1' : 'v3'}.${words.join('.')}`
}

function failQuota(google: GoogleState, request: HttpRequest, service: DriveMethod['service'], retryAt: number): never {
  const { quotaForm } = google.settings
  if (service !== 'drive') {
    const message = `Quota exceeded for quota metric 'Requests' and limit 'Requests per minute per user' of service '${service}.googleapis.com'.`
    return fail(request, 'resourceExhausted', { message })
  }
  if (quotaForm === 'retry-after') throw new HttpError(toRetryAfterResponse(service, retryAt))
  return fail(request, quotaForm === 'too-many-requests' ? 'tooManyRequests' : 'userRateLimitExceeded')
}

/** Returns JSON with the members that `fields` selects. */
export function respondJson({ request }: DriveCallContext, body: unknown): HttpResponse {
  const fields = request.url.searchParams.get('fields')
  try {
    return json(fields ? selectFields(body, fields) : body, 200, { ...API_HEADERS })
  } catch (error) {
    return failInvalid(request, (error as Error).message, { reason: 'invalidParameter', location: 'fields' })
  }
}

/** Splits the last segment of a path such as `{id}:batchUpdate` at its last colon, and decodes what precedes it. */
export function splitVerb({ url }: HttpRequest): { target: string; verb: string } {
  const segment = url.pathname.split('/').at(-1) ?? ''
  const colon = segment.lastIndexOf(':')
  if (colon < 0) return { target: decodeURIComponent(segment), verb: '' }
  return { target: decodeURIComponent(segment.slice(0, colon)), verb: segment.slice(colon + 1) }
}
