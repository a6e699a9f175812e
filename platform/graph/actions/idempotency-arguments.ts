/** Options of the arguments of operations that write to a vendor. */
export const REQUEST_KEY = {
  description: 'Names the request: the same name again is answered as before, and nothing is written twice.',
}

export const REPEAT_UNKNOWN = {
  description: 'True: writes although an earlier attempt may have written it (CONFLICT with state unknown).',
}
