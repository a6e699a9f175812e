/** A way in which a request goes wrong. */
export type Fault =
  /** Returns this response. An object body becomes JSON. */
  | { kind: 'response'; status: number; headers?: Record<string, string>; body?: unknown; processed?: boolean }
  /** Returns one of the vendor's errors, by its name in the vendor's error table. */
  | { kind: 'error'; name: string; processed?: boolean }
  /** Returns the error page of a proxy in front of the vendor, 502 by default. */
  | { kind: 'html'; status?: number; processed?: boolean }
  /** Does not respond until the rule is removed; then returns the vendor's response. */
  | { kind: 'hang' }
  /** Delays the vendor's response. */
  | { kind: 'slow'; ms: number }
  /** Sends the vendor's response in small chunks with pauses in between. */
  | { kind: 'drip'; bytes?: number; everyMs?: number }
  /** Resets the TCP connection before the first byte of the response. */
  | { kind: 'reset'; processed?: boolean }
  /** Closes the connection without a response. */
  | { kind: 'close'; processed?: boolean }
  /** Sends half of the body, then resets the TCP connection. */
  | { kind: 'reset-in-body' }
  /** Sends a complete HTTP response with only the first half of the body. */
  | { kind: 'truncated' }
  /** Sends the vendor's body with another content type. */
  | { kind: 'content-type'; value?: string }
  /** Sends `Content-Encoding: gzip` with a body that is not gzip. */
  | { kind: 'gzip-garbage' }
  /** Sends a small gzip body that decompresses to this many bytes of spaces. */
  | { kind: 'gzip-bomb'; bytes?: number }

export type FaultKind = Fault['kind']

const KINDS: Readonly<Record<FaultKind, true>> = {
  response: true,
  error: true,
  html: true,
  hang: true,
  slow: true,
  drip: true,
  reset: true,
  close: true,
  'reset-in-body': true,
  truncated: true,
  'content-type': true,
  'gzip-garbage': true,
  'gzip-bomb': true,
}

export const FAULT_KINDS = Object.keys(KINDS) as readonly FaultKind[]

/** Whether the vendor processes the request and only its response is lost: a code is redeemed, a refresh token rotated. */
export function isProcessed(fault: Fault): boolean {
  return 'processed' in fault && fault.processed === true
}

/** Whether the fault affects the connection. Parts of a batch have none of their own. */
export function needsConnection(fault: Fault): boolean {
  return fault.kind !== 'response' && fault.kind !== 'error' && fault.kind !== 'html'
}
