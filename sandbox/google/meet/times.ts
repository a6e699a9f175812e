import { createHash } from 'node:crypto'

/** Formats epoch ms as Google's JSON does: fractions only where there are some. Undefined for what is not over at `now`. */
export function formatPast(time: number, now: number): string | undefined {
  return time > now ? undefined : formatTime(time)
}

export function formatTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}

/** The times of conference records have microseconds, which depend on the key. */
export function formatMicroseconds(time: number, key: string): string {
  const digest = createHash('sha1').update(key).digest()
  return new Date(time).toISOString().replace('Z', `${String(digest.readUInt16BE(0) % 1000).padStart(3, '0')}Z`)
}
