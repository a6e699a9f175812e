import { type DriveCall, failDrive } from './call.ts'
import type { Drive, DriveItem } from './item.ts'
import { findChild } from './store.ts'

export type ConflictBehavior = 'fail' | 'replace' | 'rename'

/** Characters and names that OneDrive does not take. */
const FORBIDDEN = /["*:<>?/\\|]|^\s|\s$|\.$|^~\$|^(?:con|prn|aux|nul|com\d|lpt\d|desktop\.ini)$|_vti_/i
const MAX_NAME_LENGTH = 255

export function checkName(call: DriveCall, name: unknown): asserts name is string {
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH || FORBIDDEN.test(name)) {
    failDrive(call, 'invalidRequest', 'The provided name cannot contain special characters, or is empty or too long.')
  }
}

export function parseBehavior(call: DriveCall, value: unknown, fallback: ConflictBehavior): ConflictBehavior {
  if (value === undefined || value === null) return fallback
  const behavior = (['fail', 'replace', 'rename'] as const).find((candidate) => candidate === value)
  return behavior ?? failDrive(call, 'invalidRequest', `Unsupported conflict behavior '${value}'.`)
}

/** The name under which something new is saved, and the item that it replaces. Fails with nameAlreadyExists. */
export function resolveName(
  call: DriveCall,
  drive: Drive,
  parent: DriveItem,
  name: string,
  behavior: ConflictBehavior,
): { name: string; replaced: DriveItem | undefined } {
  const existing = findChild(drive, parent.id, name)
  if (!existing || behavior === 'replace') return { name, replaced: existing }
  if (behavior === 'fail') return failDrive(call, 'nameAlreadyExists')
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
  for (let number = 1; ; number += 1) {
    const candidate = `${stem} ${number}${extension}`
    if (!findChild(drive, parent.id, candidate)) return { name: candidate, replaced: undefined }
  }
}
