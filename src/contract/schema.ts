import type { Static, TSchema } from 'typebox'
import { Type } from './builders/type.ts'

/**
 * Annotations that a schema may have beside JSON Schema's keywords. `acceptAliases` applies them before validation:
 * `aliases` maps other spellings of a member to its documented name, and `accept` converts other accepted forms of the
 * whole value to the documented one and returns everything else unchanged.
 */
export interface InputAnnotations {
  aliases?: Record<string, string>
  accept?: (value: unknown) => unknown
}

/** The range of a Date of JavaScript, both ways from 1970 (ms). No time or duration is outside of it. */
export const MAX_TIME_MS = 8.64e15

/** A point in time, in milliseconds since 1970-01-01T00:00:00Z. */
export const EpochMs = (description: string) =>
  Type.Number({ minimum: -MAX_TIME_MS, maximum: MAX_TIME_MS, description: `${description} (epoch ms)` })

/** A duration in milliseconds. */
export const Milliseconds = (description: string) =>
  Type.Number({ minimum: 0, maximum: MAX_TIME_MS, description: `${description} (ms)` })

/** A closed set of strings. Values are accepted in any case and converted to the documented one. */
export function StringEnum<const Value extends string>(values: readonly Value[], description?: string) {
  const accept = (value: unknown) =>
    typeof value === 'string'
      ? (values.find((candidate) => candidate.toLowerCase() === value.toLowerCase()) ?? value)
      : value
  const schema = { type: 'string', enum: [...values], accept }
  return Type.Unsafe<Value>(description ? { ...schema, description } : schema)
}

/** An open set of strings: values other than the examples are valid, too. */
export function OpenStringEnum<const Value extends string>(examples: readonly Value[], description: string) {
  return Type.Unsafe<Value | (string & {})>({ type: 'string', examples: [...examples], description })
}

/** A union of objects with the discriminator `member`. Validation errors refer to the variant that the discriminator names. */
export function TaggedUnion<Variants extends TSchema[]>(member: string, variants: [...Variants]) {
  return Type.Unsafe<Static<Variants[number]>>({
    type: 'object',
    oneOf: variants,
    discriminator: { propertyName: member },
    required: [member],
  })
}

export { type Static, type TSchema, Type }
