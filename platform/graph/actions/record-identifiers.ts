import { badInput } from '../errors.ts'

/** Types and ids are indexed; an index entry of PostgreSQL holds at most 2,700 bytes. */
const MAX_TYPE_LENGTH = 255
const MAX_ID_LENGTH = 500

/** Parses the type of a vendor object. It must not contain a dot, which separates the parts of table ids. */
export function parseMetadataType(text: string): string {
  const type = text.trim()
  if (type === '' || type.length > MAX_TYPE_LENGTH || type.includes('.')) {
    throw badInput('input.metadataType', `must have 1 to ${MAX_TYPE_LENGTH} characters and no dot.`)
  }
  return type
}

export function parseExternalId(text: string): string {
  const id = text.trim()
  if (id === '' || id.length > MAX_ID_LENGTH) {
    throw badInput('input.externalId', `must have 1 to ${MAX_ID_LENGTH} characters.`)
  }
  return id
}
