/** A route's response, before a fault changes how it is sent. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}

type Headers = Record<string, string>

export function json(body: unknown, status = 200, headers: Headers = {}): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
    body: JSON.stringify(body),
  }
}

export function html(body: string, status = 200, headers: Headers = {}): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body,
  }
}

export function redirect(location: string | URL): HttpResponse {
  return { status: 302, headers: { location: String(location), 'cache-control': 'no-store' }, body: '' }
}

export function empty(status = 204): HttpResponse {
  return { status, headers: {}, body: '' }
}

/** Thrown by a route to return this response at once. */
export class HttpError extends Error {
  readonly response: HttpResponse
  constructor(response: HttpResponse) {
    super(`HTTP ${response.status}`)
    this.response = response
  }
}
