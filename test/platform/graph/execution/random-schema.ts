import { buildSchema, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql'
import type { Choose } from './random-operation.ts'

const FIELDS = `
  id: ID!
  name: String
  count: Int!
  kind: Kind
  texts: [String!]
  grid: [[Int!]]!
  next: Node
  other: Other
  either: Either!
  many: [Node]
  all: [Other!]!
  echo(text: String = "none", list: [Int!], filter: Filter): String
`

const SDL = `
  enum Kind { first second }
  input Filter { size: Int = 3, of: Filter }
  interface Node { ${FIELDS} }
  type One implements Node { ${FIELDS} onlyOne: Int }
  type Other implements Node { ${FIELDS} onlyOther: Other }
  union Either = One | Other
  type Query { ${FIELDS} }
  type Mutation { ${FIELDS} }
`

/** How often resolvers do what: usually they return a value, sometimes they fail in some way. */
export interface Behavior {
  choose: Choose
  /** Whether values may be promises. */
  isAsync: boolean
}

/**
 * A schema of which the resolvers choose what they return by where they are in the result, so that two executions of an
 * operation with the same choices meet the same values and failures.
 */
export function createRandomSchema({ choose, isAsync }: Behavior): GraphQLSchema {
  const schema = buildSchema(SDL)
  const choices = new Map<string, number>()
  const chooseAt = (place: string, count: number) => {
    const chosen = choices.get(place) ?? choose(count)
    choices.set(place, chosen)
    return chosen
  }
  const resolve: GraphQLFieldResolver<{ at?: string } | undefined, unknown> = (source, args, _context, info) => {
    const at = `${source?.at ?? ''}/${info.path.key}`
    if (info.fieldName === 'echo') return JSON.stringify([at, args])
    if (chooseAt(`${at} throw`, 20) === 1) throw new Error(`thrown at ${at}`)
    return vary(at, () => createValue(at, info.fieldName))
  }
  const createValue = (at: string, field: string): unknown => {
    const object = () => ({ at, __typename: chooseAt(`${at} type`, 20) === 0 ? 'Kind' : typeNameAt(at) })
    const items = (item: (index: number) => unknown) =>
      Array.from({ length: chooseAt(`${at} length`, 4) }, (_, index) => vary(`${at}.${index}`, () => item(index)))
    if (field === 'kind') return chooseAt(`${at} kind`, 10) === 0 ? 'third' : 'second'
    if (field === 'texts') return items(String)
    if (field === 'grid') return items((index) => [index, vary(`${at}.${index}.0`, () => 1)])
    if (field === 'many' || field === 'all') {
      return items((index) => ({ at: `${at}.${index}`, __typename: field === 'all' ? 'Other' : typeNameAt(at) }))
    }
    if (['next', 'other', 'either', 'onlyOther'].includes(field)) return object()
    return field === 'name' || field === 'id' ? at : at.length
  }
  const typeNameAt = (at: string) => (chooseAt(`${at} name`, 2) === 0 ? 'One' : 'Other')
  const vary = (at: string, create: () => unknown): unknown => {
    switch (chooseAt(`${at} value`, 24)) {
      case 1:
        return null
      case 2:
        return undefined
      case 3:
        return new Error(`returned at ${at}`)
      case 4:
        return Number.NaN
      case 5:
        return isAsync ? reject(`rejected at ${at}`) : create()
      case 6:
      case 7:
      case 8:
        return isAsync ? Promise.resolve(create()) : create()
      default:
        return create()
    }
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) field.resolve = resolve
  }
  return schema
}

/** Rejections in a list that graphql-js no longer reads, because the result is complete, must not end the process. */
function reject(message: string): Promise<never> {
  const rejection = Promise.reject(new Error(message))
  rejection.catch(() => {})
  return rejection
}
