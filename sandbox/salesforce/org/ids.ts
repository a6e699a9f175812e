const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'
const WELL_FORMED = /^[A-Za-z0-9]{15}([A-Z0-5]{3})?$/

/**
 * The suffix that makes an id unique regardless of case: one character per block of five, whose bits mark the upper-case
 * characters (https://help.salesforce.com/s/articleView?id=000383751).
 */
export function checksum(id: string): string {
  let suffix = ''
  for (let block = 0; block < 15; block += 5) {
    const characters = [...id.slice(block, block + 5)]
    const bits = characters.reduce((sum, character, bit) => sum + (/[A-Z]/.test(character) ? 1 << bit : 0), 0)
    suffix += CHECKSUM[bits]
  }
  return suffix
}

/** Returns the 18-character form of an id of 15 or 18 characters, or undefined when it is malformed. */
export function normalizeId(text: string): string | undefined {
  if (!WELL_FORMED.test(text)) return undefined
  const short = text.slice(0, 15)
  const long = short + checksum(short)
  return text.length === 15 || text === long ? long : undefined
}

/**
 * Creates the `sequence`-th id of an object. `instance` is the fourth to sixth character, which is the same in all ids of
 * an org. The ids of an object sort in order of creation.
 */
export function createId(prefix: string, instance: string, sequence: number): string {
  let digits = ''
  for (let rest = sequence; digits.length < 9; rest = Math.floor(rest / 62)) digits = BASE62[rest % 62] + digits
  const short = prefix + instance + digits
  return short + checksum(short)
}
