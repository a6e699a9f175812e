/** What can go wrong with one answer. */
export type Fault =
  /** The answer is this one. An object becomes JSON. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: unknown; processed?: boolean }
  /** One of the vendor's own errors, by its name in the vendor's error table. */
  | { kind: 'error'; name: string; processed?: boolean }
  /** The error page of a proxy in front of the vendor: 502 unless told otherwise. */
  | { kind: 'html'; status?: number; processed?: boolean }
  /** No answer until the rule is removed; then the proper one. */
  | { kind: 'hang' }
  /** The proper answer, late. */
  | { kind: 'slow'; ms: number }
  /** The proper answer in small pieces with pauses between them. */
  | { kind: 'drip'; bytes?: number; everyMs?: number }
  /** A TCP reset before a byte of the answer. */
  | { kind: 'reset'; processed?: boolean }
  /** The connection is closed without an answer. */
  | { kind: 'close'; processed?: boolean }
  /** Half of the body, then a TCP reset. */
  | { kind: 'reset-in-body' }
  /** A complete HTTP answer whose body is cut in the middle. */
  | { kind: 'truncated' }
  /** The proper body under another content type. */
  | { kind: 'content-type'; value?: string }
  /** `Content-Encoding: gzip` over bytes that are none. */
  | { kind: 'gzip-garbage' }
  /** A small gzip body that unpacks to this many bytes of blanks. */
  | { kind: 'gzip-bomb'; bytes?: number }

export type FaultKind = Fault['kind']

const KINDS: Readonly<Record<FaultKind, true>> = {
  answer: true,
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

/** Whether the vendor does the work although its answer is lost: a code is consumed, a refresh token rotated. */
export function isProcessed(fault: Fault): boolean {
  return 'processed' in fault && fault.processed === true
}

/** A part of a batch has no connection of its own that could break. */
export function needsConnection(fault: Fault): boolean {
  return fault.kind !== 'answer' && fault.kind !== 'error' && fault.kind !== 'html'
}
