/** A request for a route: an HTTP request, or one part of a batch. */
export interface HttpRequest {
  readonly method: string
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** True for a part of a batch, which has no socket of its own. */
  readonly part: boolean
  /** The values of the route pattern's `:names`, percent-decoded. */
  params: Record<string, string>
  /** The account that the request's access token belongs to, once known. */
  account: string | undefined
  /** Requests of the same account and API in flight when this one arrived, including itself. */
  inFlight: number
  /** Quota units that the request has cost so far. */
  units: number
}

export interface HttpRequestInit {
  method: string
  url: URL
  headers?: Record<string, string>
  body?: Uint8Array | string
  part?: boolean
}

export function createRequest({ method, url, headers = {}, body = '', part = false }: HttpRequestInit): HttpRequest {
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

export function parseForm(request: HttpRequest): URLSearchParams {
  return new URLSearchParams(request.body.toString('utf8'))
}

/** Throws a SyntaxError if the body is not JSON. */
export function parseJson(request: HttpRequest): unknown {
  return JSON.parse(request.body.toString('utf8'))
}

export function getBearerToken(request: HttpRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}
