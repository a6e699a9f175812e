import type { Capability } from '../run/capabilities.ts'

/** Members that this platform's contract adds to the specification: other providers need not know them. */
const ADDED = ['dateRefreshExpiry', 'emailDomain']

/** Members whose forms the specification leaves open. */
const OPEN = ['#/searchCriteria', '#/table/metadata/fields', '#/table/blockType', '#/configuration']

/** Whether providers know the member at a pointer of a body at all. */
export function isCommon({ name }: Capability, pointer: string): boolean {
  if (name === 'inputs' && pointer.startsWith('#/templateConnectedProvider')) return false
  if (name === 'identifier' && pointer.endsWith('/url')) return false
  return !ADDED.some((member) => pointer.includes(`/${member}`))
}

/** Whether the specification says what the member at a pointer of a body has to be. */
export function isDocumented({ isOpen }: Capability, pointer: string): boolean {
  const isOfConnection = /^#\/(connectedProvider|outputConnectedProvider|credential|application)\b/.test(pointer)
  if (isOpen && !isOfConnection) return false
  return !OPEN.some((open) => pointer.startsWith(open))
}
