/** A server that asks for more is mistaken (ms). */
const MAX_RETRY_AFTER_MS = 86_400_000

/**
 * Parses a Retry-After header (RFC 9110, 10.2.3): seconds, which some servers send with a fraction, or an HTTP date.
 * Returns the time to wait in ms, at most a day, or undefined when the header is missing or invalid.
 */
export function parseRetryAfter(header: string | null | undefined, now: number): number | undefined {
  if (!header) return undefined
  if (/^\s*\d{1,9}(\.\d+)?\s*$/.test(header)) return Math.min(MAX_RETRY_AFTER_MS, Math.ceil(Number(header) * 1000))
  // Date.parse accepts almost anything (`-5` becomes a day in 2001), so only texts that begin like an HTTP date reach it.
  const instant = /^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(instant) ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, instant - now))
}
