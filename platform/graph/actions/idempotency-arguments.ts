/** Options of the arguments that all operations share that write to a vendor. */
export const REQUEST_KEY = {
  description:
    'Idempotency key: a repeated request with the same key returns the same result and writes nothing again.',
}

export const REPEAT_UNKNOWN = {
  description: 'If true, writes although an earlier attempt may have been written (CONFLICT with state unknown).',
}
