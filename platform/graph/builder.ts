import SchemaBuilder from '@pothos/core'
import type { GraphContext } from './context.ts'

/**
 * The schema builder. Each file of a noun adds its types, queries and mutations to it, with their resolvers beside them.
 * Fields are nullable unless declared otherwise, as in the specification.
 */
export const builder = new SchemaBuilder<{
  Context: GraphContext
  Scalars: { ID: { Input: string; Output: string } }
}>({})

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})

type EnumValues<Value extends string> = Record<string, { value: Value }>

/**
 * An enum that accepts each value in lower and upper case. `names` are written in the case that the specification
 * prefers, and results use that case: when two enum names share a value, GraphQL serializes the name declared last.
 */
export function caseInsensitiveEnum<const Value extends string>(enumName: string, names: readonly Value[]) {
  const values: EnumValues<Value> = {}
  for (const name of names) {
    const inOtherCase = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()
    values[inOtherCase] = { value: name }
    values[name] = { value: name }
  }
  return builder.enumType(enumName, { values })
}
