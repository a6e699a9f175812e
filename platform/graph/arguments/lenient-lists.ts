import {
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'

/**
 * Makes the items of every input list nullable, so that variables of type `[String]`, as in the specification, and of
 * type `[String!]` are both accepted. Null items are removed before resolvers run.
 */
export function allowNullsInLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue
    for (const field of Object.values(type.getFields())) field.type = withNullableItems(field.type)
  }
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const { resolve, subscribe } = field
      if (resolve) field.resolve = (source, args, ...rest) => resolve(source, withoutNullItems(args), ...rest)
      if (subscribe) field.subscribe = (source, args, ...rest) => subscribe(source, withoutNullItems(args), ...rest)
    }
  }
  return schema
}

function withNullableItems(type: GraphQLInputType): GraphQLInputType {
  if (isNonNullType(type)) {
    const inner = withNullableItems(type.ofType)
    return inner === type.ofType ? type : new GraphQLNonNull(inner as GraphQLList<GraphQLInputType>)
  }
  return isListType(type) && isNonNullType(type.ofType) ? new GraphQLList(type.ofType.ofType) : type
}

function withoutNullItems<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.filter((item) => item != null).map(withoutNullItems) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutNullItems(item)])) as Value
}
