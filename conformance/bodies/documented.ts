import type { Capability } from '../run/capabilities.ts'

/** Members of bodies that the specification does not have, and that this platform's contract adds. */
const UNDOCUMENTED = new Set([
  'dateRefreshExpiry',
  'loginHint',
  'emailDomain',
  'options',
  'required',
  'dateUpdated',
  'values',
])

/** Members whose forms the specification leaves open. */
const OPEN = ['#/searchCriteria', '#/table/metadata/fields', '#/table/blockType', '#/configuration']

/** Whether the specification says what the member at a pointer of a body has to be. */
export function isDocumented({ isOpen, name }: Capability, pointer: string): boolean {
  const isOfConnection = /^#\/(connectedProvider|outputConnectedProvider|credential|application)\b/.test(pointer)
  if (isOpen && !isOfConnection) return false
  if (OPEN.some((open) => pointer.startsWith(open))) return false
  if (name === 'inputs' && pointer.startsWith('#/templateConnectedProvider')) return false
  if (name === 'identifier' && /\/url$/.test(pointer)) return false
  const member = pointer.split('/').at(-1) ?? ''
  // `values` of records and of function runs is documented; that of a criterion is not.
  return !UNDOCUMENTED.has(member) || (member === 'values' && !pointer.includes('searchCriteria'))
}
