import { type Static, type TSchema, Type } from 'typebox'

/**
 * The few words every contract file is written in, on top of TypeBox.
 * A schema value is JSON Schema, the type of the same name is what it describes.
 *
 * Two annotations of ours travel inside a schema and are read by `acceptAliases` before validation:
 * `aliases` (other spellings of a member, alias → documented name) and `accept` (a function that turns another
 * accepted form of the whole value into the documented one, and returns what it does not know untouched).
 */
export interface Reading {
  aliases?: Record<string, string>
  accept?: (value: unknown) => unknown
}

/** A point in time: a number, milliseconds since 1970-01-01T00:00:00Z. */
export const EpochMs = (description: string) => Type.Number({ description: `${description} (epoch ms)` })

/** A length of time: a number of milliseconds. */
export const Milliseconds = (description: string) => Type.Number({ minimum: 0, description: `${description} (ms)` })

/** One of a closed list of words; any case is read, the documented case is what is handed on. */
export function OneOf<const Word extends string>(words: readonly Word[], description?: string) {
  const accept = (value: unknown) =>
    typeof value === 'string' ? (words.find((word) => word.toLowerCase() === value.toLowerCase()) ?? value) : value
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], accept, ...(description ? { description } : {}) })
}

/** One of the words a provider is known to send; an unknown word is kept as it is. */
export function OpenWord<const Word extends string>(words: readonly Word[], description: string) {
  return Type.Unsafe<Word | (string & {})>({ type: 'string', examples: [...words], description })
}

/** One of several objects, told apart by the constant in `member`; what is wrong is said of the one that was meant. */
export function TaggedUnion<Variants extends TSchema[]>(member: string, variants: [...Variants]) {
  return Type.Unsafe<Static<Variants[number]>>({
    type: 'object',
    oneOf: variants,
    discriminator: { propertyName: member },
    required: [member],
  })
}

export { type Static, type TSchema, Type }
