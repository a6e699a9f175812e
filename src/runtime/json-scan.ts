/** Levels of nesting a JSON text may have: deeper ones exhaust the stack of code that walks them recursively. */
export const MAX_DEPTH = 64
/** Members that one object may have. Objects with more become hash tables, which take seconds to build. */
export const MAX_MEMBERS = 10_000
/** Commas and brackets a text may have; a table of 50 MB with the shortest possible cells has six million. */
export const MAX_VALUES = 8_000_000

/** The text is JSON of a shape that is too expensive to read, or no JSON. The message continues "the body …". */
export class JsonError extends Error {}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d

/**
 * Reads the bytes of a JSON text once, before anything is created from them, and returns the number of its commas and
 * brackets. Throws JsonError for a text that is too deep or has too many members or values. A text that is not valid JSON
 * is counted up to its first error at least.
 */
export function scanJson(bytes: Uint8Array, maxValues = MAX_VALUES): number {
  const isObject = new Uint8Array(MAX_DEPTH + 1)
  const members = new Uint32Array(MAX_DEPTH + 1)
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = findEndOfString(bytes, at + 1)
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      depth += 1
      values += 1
      if (depth > MAX_DEPTH) throw new JsonError(`is nested deeper than ${MAX_DEPTH} levels`)
      isObject[depth] = byte === OPEN_OBJECT ? 1 : 0
      members[depth] = 1
    } else if (byte === COMMA) {
      values += 1
      members[depth] = (members[depth] as number) + 1
      if (isObject[depth] && (members[depth] as number) > MAX_MEMBERS) {
        throw new JsonError(`has an object with more than ${MAX_MEMBERS} members`)
      }
    } else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && depth > 0) {
      depth -= 1
    }
    if (values > maxValues) throw new JsonError(`has more than ${maxValues} values`)
  }
  return values
}

/** The position of the quote that ends a string, or the end of the text. */
function findEndOfString(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
