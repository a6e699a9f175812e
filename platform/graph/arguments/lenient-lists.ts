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
 * Lets every list that is given hold nulls, so that a variable of either kind fits: `[String]` as the specification
 * writes it, and `[String!]`. A null in a list asks for nothing; resolvers do not see it.
 */
export function allowNullsInLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue
    for (const field of Object.values(type.getFields())) field.type = lenient(field.type)
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

function lenient(type: GraphQLInputType): GraphQLInputType {
  if (isNonNullType(type)) {
    const inner = lenient(type.ofType)
    return inner === type.ofType ? type : new GraphQLNonNull(inner as GraphQLList<GraphQLInputType>)
  }
  return isListType(type) && isNonNullType(type.ofType) ? new GraphQLList(type.ofType.ofType) : type
}

function withoutNullItems<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.filter((item) => item != null).map(withoutNullItems) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutNullItems(item)])) as Value
}
