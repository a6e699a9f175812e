/** How long a Retry-After header asks to wait (ms): a number of seconds or a date. Undefined: it asks nothing. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  // Dates begin with the name of a day in all three forms (RFC 9110, 5.6.7); other text is not guessed at.
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
