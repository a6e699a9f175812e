import { notFound } from '../errors.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** An id as the store takes it. What is no id at all cannot be found either. */
export function parseId(text: string, what: string): string {
  if (!UUID.test(text)) throw notFound(what)
  return text.toLowerCase()
}

/** Ids of a filter as the store takes them. What is no id matches nothing, so it is left out. */
export function validIds(texts: readonly string[]): string[] {
  return texts.filter((text) => UUID.test(text)).map((text) => text.toLowerCase())
}
