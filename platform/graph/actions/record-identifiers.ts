import { badInput } from '../errors.ts'

/** Ids and types are indexed, and an index entry holds 2,700 bytes. */
const LONGEST_TYPE = 255
const LONGEST_ID = 500

/** Names of vendor objects never hold a dot: ids of tables join their pieces with one. */
export function metadataTypeOf(text: string): string {
  const type = text.trim()
  if (type === '' || type.length > LONGEST_TYPE || type.includes('.')) {
    throw badInput('input.metadataType', `must have 1 to ${LONGEST_TYPE} characters and no dot.`)
  }
  return type
}

export function externalIdOf(text: string): string {
  const id = text.trim()
  if (id === '' || id.length > LONGEST_ID)
    throw badInput('input.externalId', `must have 1 to ${LONGEST_ID} characters.`)
  return id
}
