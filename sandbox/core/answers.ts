/** What a route answers, before any misbehaviour of the network. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}

type Headers = Record<string, string>

export function json(body: unknown, status = 200, headers: Headers = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
    body: JSON.stringify(body),
  }
}

export function html(body: string, status = 200, headers: Headers = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body,
  }
}

export function redirect(location: string | URL): Answer {
  return { status: 302, headers: { location: String(location), 'cache-control': 'no-store' }, body: '' }
}

export function empty(status = 204): Answer {
  return { status, headers: {}, body: '' }
}
