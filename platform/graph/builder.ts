import SchemaBuilder from '@pothos/core'
import type { GraphContext } from './context.ts'

/**
 * The graph's schema is built where its nouns are described: each file of a noun adds its types, queries and mutations,
 * with their resolvers beside them. Fields may be null unless they say otherwise, as the specification writes them.
 */
export const builder = new SchemaBuilder<{
  Context: GraphContext
  Scalars: { ID: { Input: string; Output: string } }
}>({})

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})

type EnumValues<Word extends string> = Record<string, { value: Word }>

/**
 * An enum that is read in both cases. The words are written as the specification prefers them, and that is how they
 * are answered: of two names with one value the last counts.
 */
export function bothCases<const Word extends string>(name: string, words: readonly Word[]) {
  const values: EnumValues<Word> = {}
  for (const word of words) {
    const other = word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase()
    values[other] = { value: word }
    values[word] = { value: word }
  }
  return builder.enumType(name, { values })
}
