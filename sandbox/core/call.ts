/** One request on its way to a route: an HTTP request of its own, or a part of a batch. */
export interface Call {
  readonly method: string
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** True for a part of a batch, which has no socket of its own. */
  readonly part: boolean
  /** Filled from the route's pattern, percent-decoded. */
  params: Record<string, string>
  /** The account the call speaks for, once known. */
  account: string | undefined
  /** Calls of its account and API that were in flight when it arrived, itself included. */
  inFlight: number
  /** Quota units the call has cost so far. */
  units: number
}

export interface CallInit {
  method: string
  /** Origin and path of the request, query included. */
  url: URL
  headers?: Record<string, string>
  body?: Uint8Array | string
  part?: boolean
}

export function createCall({ method, url, headers = {}, body = '', part = false }: CallInit): Call {
  return {
    method,
    url,
    headers,
    body: Buffer.from(body as string),
    part,
    params: {},
    account: undefined,
    inFlight: 1,
    units: 0,
  }
}

export function formOf(call: Call): URLSearchParams {
  return new URLSearchParams(call.body.toString('utf8'))
}

/** Throws a SyntaxError when the body is not JSON. */
export function jsonOf(call: Call): unknown {
  return JSON.parse(call.body.toString('utf8'))
}

export function bearerOf(call: Call): string | undefined {
  return /^Bearer +(\S+)$/i.exec(call.headers.authorization ?? '')?.[1]
}
