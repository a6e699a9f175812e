const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'
const WELL_FORMED = /^[A-Za-z0-9]{15}([A-Z0-5]{3})?$/

/**
 * The three characters that make an id safe where upper and lower case are lost: one per block of five, whose bits
 * tell which characters are upper case (https://help.salesforce.com/s/articleView?id=000383751).
 */
export function checksum(id: string): string {
  let suffix = ''
  for (let block = 0; block < 15; block += 5) {
    const bits = [...id.slice(block, block + 5)].reduce((sum, one, at) => sum + (/[A-Z]/.test(one) ? 1 << at : 0), 0)
    suffix += CHECKSUM[bits]
  }
  return suffix
}

/** The id in 18 characters, from 15 or 18; undefined when it is none or its checksum is wrong. */
export function normalizeId(text: string): string | undefined {
  if (!WELL_FORMED.test(text)) return undefined
  const short = text.slice(0, 15)
  const long = short + checksum(short)
  return text.length === 15 || text === long ? long : undefined
}

/**
 * The `sequence`-th id of an object. `instance` is the fourth to sixth character, the same in all ids of an org. Ids of
 * one object sort in the order of their making.
 */
export function createId(prefix: string, instance: string, sequence: number): string {
  let digits = ''
  for (let rest = sequence; digits.length < 9; rest = Math.floor(rest / 62)) digits = BASE62[rest % 62] + digits
  const short = prefix + instance + digits
  return short + checksum(short)
}
