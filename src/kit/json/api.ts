import type { Credential } from '../../contract/index.ts'
import { omitUndefined } from '../../runtime/omit.ts'
import { parseRetryAfter } from '../../runtime/retry-after.ts'
import { holdSecret } from '../../runtime/secret.ts'
import type { Call, Settings } from '../application.ts'
import { callVendor } from '../http.ts'
import { readText } from '../response-body.ts'
import { type ErrorRule, toProviderError } from '../vendor-errors.ts'
import { statusErrors } from './status-errors.ts'

/** An API of a vendor that speaks JSON, and how it is called. */
export interface JsonApiOptions<S extends Settings> {
  /** Name of the vendor in sentences. */
  vendor: string
  /** Where requests go: the vendor's origin, or the one that an operator has set instead. */
  origin: (settings: S) => string
  /** The headers that authorize a request. Default: `Authorization: Bearer …`. */
  authorize?: (accessToken: string) => Record<string, string>
  /** What the vendor's errors mean. Default: what their status says. */
  errors?: readonly ErrorRule[]
  /** The machine-readable codes of an error's body, which rules may name as `reason`. Default: none. */
  toReasons?: (body: unknown) => string[]
  /** Maximum number of concurrent requests per account. Default: 4. */
  maxConcurrent?: number
}

/** The account that a request is sent for: its token, and the address that the limit of concurrent requests applies to. */
export type ApiAccount = Pick<Credential, 'accessToken' | 'email'>

/** Sends requests. Rejects with a ProviderError. */
export interface JsonApi<S extends Settings> {
  /** Reads a path, which begins with a slash and may have a query. Retried as the error rules allow. */
  get: <Body>(path: string, account: ApiAccount, call: Call<S>) => Promise<Body>
  /** Writes. Retried only if the vendor refused the request before it did anything. */
  send: <Body>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    account: ApiAccount,
    call: Call<S>,
  ) => Promise<Body>
}

class ResponseError extends Error {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string

  constructor(vendor: string, { status, headers }: Response, text: string) {
    super(`${vendor} returned ${status}`)
    this.status = status
    this.retryAfter = headers.get('retry-after') ?? undefined
    this.text = text
  }
}

/** Creates the client of an API that speaks JSON. Redirects are not followed: they are errors. */
export function createJsonApi<S extends Settings>(options: JsonApiOptions<S>): JsonApi<S> {
  const { vendor, origin, maxConcurrent = 4 } = options
  const { authorize = (accessToken) => ({ Authorization: `Bearer ${accessToken}` }) } = options
  const request = async <Body>(path: string, init: RequestInit, { accessToken, email }: ApiAccount, call: Call<S>) => {
    holdSecret(accessToken)
    const limits = { vendor, maxConcurrent, toError: (error: unknown) => toError(options, error, call.clock()) }
    return callVendor(call, limits, {
      account: email,
      retryable: init.method === undefined || 'refused',
      send: async (signal) => {
        const headers = { Accept: 'application/json', ...init.headers, ...authorize(accessToken) }
        const response = await fetch(`${origin(call.settings)}${path}`, {
          ...init,
          headers,
          redirect: 'manual',
          signal,
        })
        const text = await readText(response.body)
        if (!response.ok) throw new ResponseError(vendor, response, text)
        return (text === '' ? undefined : JSON.parse(text)) as Body
      },
    })
  }
  return {
    get: (path, account, call) => request(path, {}, account, call),
    send: (method, path, body, account, call) => {
      const headers = { 'Content-Type': 'application/json' }
      return request(path, { method, headers, body: JSON.stringify(body) }, account, call)
    },
  }
}

function toError<S extends Settings>(options: JsonApiOptions<S>, error: unknown, now: number) {
  const { vendor, errors = statusErrors(vendor), toReasons = () => [] } = options
  const { status = 0, retryAfter, text } = error instanceof ResponseError ? error : {}
  return toProviderError(errors, vendor, {
    at: 'api',
    status,
    reasons: toReasons(parseBody(text)),
    cause: { message: error instanceof Error ? error.message : String(error), status },
    ...omitUndefined({ retryAfterMs: parseRetryAfter(retryAfter, now) }),
  })
}

function parseBody(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
