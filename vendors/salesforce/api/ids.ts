/** The characters of the checksum, by the number that the letter case of five characters encodes. */
const CHECKSUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/**
 * Converts a record id to its form with 18 characters. Storing both this and the older, case-sensitive form with 15
 * characters would duplicate records. Returns undefined for anything else, including an id with a wrong checksum.
 */
export function toId(text: string): string | undefined {
  if (!/^[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?$/.test(text)) return undefined
  const id = text.slice(0, 15) + checksum(text.slice(0, 15))
  return text.length === 15 || text === id ? id : undefined
}

/** One character for each group of five: bit i is set if the i-th character of the group is a capital letter. */
function checksum(id: string): string {
  const groups = [id.slice(0, 5), id.slice(5, 10), id.slice(10, 15)]
  return groups.map((group) => CHECKSUM[[...group].reduce((bits, letter, i) => bits | toBit(letter, i), 0)]).join('')
}

function toBit(letter: string, index: number): number {
  return letter >= 'A' && letter <= 'Z' ? 1 << index : 0
}

/** The first three characters of an id, which identify the object. */
export function toKeyPrefix(id: string): string {
  return id.slice(0, 3)
}
