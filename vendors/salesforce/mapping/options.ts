import type { ObjectField } from '../api/object-type.ts'

/** Values named in a sentence about the options of a field. */
const MAX_LISTED_OPTIONS = 20

/** The value of an option: itself, or that of the option with this label, which people see instead of the value. */
export function toOptionValue({ options }: ObjectField, text: string): string {
  if (options.some(({ value }) => value === text)) return text
  const label = text.toLowerCase()
  const labelled = options.filter((option) => option.label.toLowerCase() === label)
  return (labelled.length === 1 && labelled[0]?.value) || text
}

/** The sentence about a value that the field cannot have; undefined if it has none. Only restricted picklists have some. */
export function findInvalidOption(
  { label, restricted, options }: ObjectField,
  values: readonly string[],
): string | undefined {
  if (!restricted) return undefined
  const invalid = values.find((value) => options.every((option) => option.value !== value))
  if (invalid === undefined) return undefined
  const listed = options.slice(0, MAX_LISTED_OPTIONS).map(({ value }) => value)
  return `${label} does not have the option “${invalid}”; it has ${listed.join(', ')}.`
}
