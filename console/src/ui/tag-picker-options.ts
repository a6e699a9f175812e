import type { PickedTagFragment } from '../documents.ts'
import { isEmail } from '../text/tags.ts'

/** What a person can choose in a picker. */
export type PickerOption =
  | { kind: 'tag'; tag: PickedTagFragment }
  | { kind: 'email'; email: string }
  | { kind: 'create'; name: string }

interface PickerState {
  /** What was typed. */
  text: string
  found: readonly PickedTagFragment[]
  /** Ids of tags that are not offered, because they were chosen already. */
  exclude: readonly string[]
  allowEmail: boolean
  allowCreate: boolean
}

/** The options of a picker: what was found, then the address that was typed, or a new tag of that name. */
export function pickerOptions({ text, found, exclude, allowEmail, allowCreate }: PickerState): PickerOption[] {
  const name = text.trim()
  const tags = found.filter(({ _id }) => !exclude.includes(_id))
  const isKnown = found.some(({ email, alias }) => [email, alias].some((value) => isSame(value, name)))
  const options: PickerOption[] = tags.map((tag) => ({ kind: 'tag', tag }))
  if (isKnown || name === '') return options
  if (isEmail(name)) return allowEmail ? [...options, { kind: 'email', email: name.toLowerCase() }] : options
  return allowCreate ? [...options, { kind: 'create', name }] : options
}

/** Identifies an option within a picker. */
export function keyOfOption(option: PickerOption): string {
  if (option.kind === 'tag') return `tag:${option.tag._id}`
  return option.kind === 'email' ? `email:${option.email}` : `create:${option.name}`
}

function isSame(value: string | null, name: string): boolean {
  return value?.toLocaleLowerCase() === name.toLocaleLowerCase()
}
