import type { Call } from '../../../src/kit/application.ts'
import { callVendor, type VendorClientOptions } from '../../../src/kit/http.ts'
import { readText } from '../../../src/kit/response-body.ts'
import { toProviderError } from '../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { parseRetryAfter } from '../../../src/runtime/retry-after.ts'
import { holdSecret } from '../../../src/runtime/secret.ts'
import { API_ERRORS } from './api-errors.ts'
import type { BeaconSettings } from './settings.ts'

/** The host of Beacon's API. */
export const API_ORIGIN = 'https://api.beacon.example'

/** An account with its token. `email` keys the limit of concurrent requests. */
export interface Account {
  accessToken: string
  email: string
}

/** A request that changes something. `begin` is called right before it is sent. */
export interface Change {
  method: 'POST' | 'PATCH'
  path: string
  body: object
  begin?: () => void
}

/** A page of a list of Beacon's API. */
export interface List<Item> {
  items: Item[]
  /** The `from` of the next page; absent on the last one. */
  next?: string
}

/** An error of the API. Throw it for every response that is none of the expected ones, whatever its status. */
class ResponseError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | undefined

  constructor({ headers }: Response, status: number, code: string | undefined) {
    super(`Beacon returned ${status}`)
    this.status = status
    this.code = code
    this.retryAfter = headers.get('retry-after') ?? undefined
  }
}

/** Reads a path of Beacon's API, of which parameters may be undefined. Throws a ProviderError. */
export function fetchJson<Body>(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  account: Account,
  call: Call<BeaconSettings>,
): Promise<Body> {
  const parameters = new URLSearchParams(omitUndefined({ ...query }) as Record<string, string>)
  const address = parameters.size > 0 ? `${path}?${parameters}` : path
  return callVendor(call, toOptions(call), {
    account: account.email,
    send: (signal) => send<Body>(call, account, address, { method: 'GET', signal }),
  })
}

/** Sends a change. Only what Beacon refused before doing anything is sent again. Throws a ProviderError. */
export function sendJson<Body>(change: Change, account: Account, call: Call<BeaconSettings>): Promise<Body> {
  const { method, path, body, begin } = change
  return callVendor(call, toOptions(call), {
    account: account.email,
    retryable: 'refused',
    send: (signal) => {
      begin?.()
      return send<Body>(call, account, path, { method, body: JSON.stringify(body), signal })
    },
  })
}

async function send<Body>(
  call: Call<BeaconSettings>,
  { accessToken }: Account,
  path: string,
  init: RequestInit,
): Promise<Body> {
  holdSecret(accessToken)
  const headers = {
    Authorization: `Bearer ${accessToken}`,
    ...(init.body ? { 'Content-Type': 'application/json' } : {}),
  }
  const url = `${call.settings.origin ?? API_ORIGIN}${path}`
  const response = await fetch(url, { ...init, headers, redirect: 'manual' })
  const text = await readText(response.body)
  if (response.status !== 200) throw new ResponseError(response, response.status, readCode(text))
  return JSON.parse(text) as Body
}

function toOptions(call: Call<BeaconSettings>): VendorClientOptions {
  return { vendor: 'Beacon', maxConcurrent: 4, toError: (error) => toBeaconError(error, call.clock()) }
}

/** The body of an error: `{ "error": { "code": "not_found", "message": "…" } }`. */
function readCode(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown } }
    return typeof error?.code === 'string' ? error.code : undefined
  } catch {
    return undefined
  }
}

function toBeaconError(error: unknown, now: number) {
  const { status = 0, code, retryAfter } = error instanceof ResponseError ? error : {}
  const cause = { message: error instanceof Error ? error.message : String(error), status, code }
  return toProviderError(API_ERRORS, 'Beacon', {
    at: 'api',
    status,
    reasons: code ? [code] : [],
    cause,
    ...omitUndefined({ retryAfterMs: parseRetryAfter(retryAfter, now) }),
  })
}
