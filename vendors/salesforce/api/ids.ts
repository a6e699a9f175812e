/** Letters of the checksum, by the number that the case of five characters makes. */
const CHECKSUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/**
 * A record id in its 18 characters. The older form of 15 is told apart by case, and a graph that knew both would hold
 * every record twice. Undefined for anything else, an id with a wrong checksum included.
 */
export function toId(text: string): string | undefined {
  if (!/^[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?$/.test(text)) return undefined
  const id = text.slice(0, 15) + checksum(text.slice(0, 15))
  return text.length === 15 || text === id ? id : undefined
}

/** One character for each five: bit i is set when the i-th of them is a capital letter. */
function checksum(id: string): string {
  const fives = [id.slice(0, 5), id.slice(5, 10), id.slice(10, 15)]
  return fives.map((five) => CHECKSUM[[...five].reduce((bits, letter, i) => bits | bit(letter, i), 0)]).join('')
}

function bit(letter: string, index: number): number {
  return letter >= 'A' && letter <= 'Z' ? 1 << index : 0
}

/** The first three characters of an id tell the kind of object; describe global says which. */
export function toKeyPrefix(id: string): string {
  return id.slice(0, 3)
}
