import { badInput } from '../errors.ts'

/** Ids and types are indexed, and an index entry holds 2,700 bytes. */
const MAX_TYPE_LENGTH = 255
const MAX_ID_LENGTH = 500

/** Names of vendor objects never hold a dot: ids of tables join their pieces with one. */
export function parseMetadataType(text: string): string {
  const type = text.trim()
  if (type === '' || type.length > MAX_TYPE_LENGTH || type.includes('.')) {
    throw badInput('input.metadataType', `must have 1 to ${MAX_TYPE_LENGTH} characters and no dot.`)
  }
  return type
}

export function parseExternalId(text: string): string {
  const id = text.trim()
  if (id === '' || id.length > MAX_ID_LENGTH)
    throw badInput('input.externalId', `must have 1 to ${MAX_ID_LENGTH} characters.`)
  return id
}
