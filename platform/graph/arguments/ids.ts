import { notFound } from '../errors.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Parses an id. Throws NOT_FOUND for malformed ids, as for ids that do not exist; `noun` names the object. */
export function parseId(text: string, noun: string): string {
  if (!UUID.test(text)) throw notFound(noun)
  return text.toLowerCase()
}

/** The well-formed ids of a filter. Malformed ids match nothing and are dropped. */
export function validIds(texts: readonly string[]): string[] {
  return texts.filter((text) => UUID.test(text)).map((text) => text.toLowerCase())
}
