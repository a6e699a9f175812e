import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql'

export type OperationPage = 'queries' | 'mutations' | 'subscriptions'
export type Page = OperationPage | 'blocks' | 'objects' | 'inputs' | 'enums'
export type Operation = GraphQLField<unknown, unknown>

const ROOTS: Readonly<Record<OperationPage, string>> = {
  queries: 'Query',
  mutations: 'Mutation',
  subscriptions: 'Subscription',
}

/** Which page describes a type or an operation, and what uses it. */
export class Links {
  readonly operations: Readonly<Record<OperationPage, Operation[]>>
  /** The types of the schema, without roots, introspection and the scalars of the language. */
  readonly types: readonly GraphQLNamedType[]
  readonly #users = new Map<GraphQLNamedType, Set<string>>()
  /** Inputs of a single operation, which are described where it is. */
  readonly #pages = new Map<GraphQLNamedType, OperationPage>()

  constructor(schema: GraphQLSchema) {
    const operationsOf = (root: string): Operation[] => {
      const type = schema.getType(root)
      return isObjectType(type) ? Object.values(type.getFields()) : []
    }
    this.operations = {
      queries: operationsOf(ROOTS.queries),
      mutations: operationsOf(ROOTS.mutations),
      subscriptions: operationsOf(ROOTS.subscriptions),
    }
    this.types = Object.values(schema.getTypeMap()).filter(
      (type) =>
        !type.name.startsWith('__') && !Object.values(ROOTS).includes(type.name) && !isSpecifiedScalarType(type),
    )
    this.#placeInputs()
    this.#findUsers()
  }

  pageOf(type: GraphQLNamedType): Page {
    if (isInputObjectType(type)) return this.#pages.get(type) ?? 'inputs'
    if (isUnionType(type)) return 'objects'
    if (!isObjectType(type) && !isInterfaceType(type)) return 'enums'
    const isBlock = type.name === 'Block' || type.getInterfaces().some(({ name }) => name === 'Block')
    return isBlock ? 'blocks' : 'objects'
  }

  /** The type as a link to its description, such as `[Block!]` to that of Block. */
  toType(type: GraphQLType): string {
    const named = getNamedType(type)
    if (isSpecifiedScalarType(named)) return `\`${type}\``
    return `[\`${type}\`](${this.pageOf(named)}.md#${named.name.toLowerCase()})`
  }

  toOperation(page: OperationPage, { name }: Operation): string {
    return `[\`${name}\`](${page}.md#${name.toLowerCase()})`
  }

  /** Links to the operations and types that have arguments or fields of a type. */
  usersOf(type: GraphQLNamedType): string[] {
    return [...(this.#users.get(type) ?? [])]
  }

  /** The inputs that are described with an operation. */
  inputsOf(operation: Operation): GraphQLNamedType[] {
    return operation.args.map(({ type }) => getNamedType(type)).filter((type) => this.#pages.has(type))
  }

  #placeInputs(): void {
    const counts = new Map<GraphQLNamedType, number>()
    const count = (type: GraphQLType) => counts.set(getNamedType(type), (counts.get(getNamedType(type)) ?? 0) + 1)
    for (const type of this.types) {
      for (const field of fieldsOf(type)) {
        count(field.type)
        if ('args' in field) for (const argument of field.args) count(argument.type)
      }
    }
    const takers = this.#operationArguments()
    for (const { type } of takers) count(type)
    for (const { type, page } of takers) {
      if (isInputObjectType(type) && counts.get(type) === 1) this.#pages.set(type, page)
    }
  }

  #findUsers(): void {
    const add = (type: GraphQLNamedType, user: string) =>
      this.#users.set(type, (this.#users.get(type) ?? new Set()).add(user))
    for (const { type, page, operation } of this.#operationArguments()) add(type, this.toOperation(page, operation))
    for (const type of this.types) {
      for (const field of fieldsOf(type)) {
        add(getNamedType(field.type), this.toType(type))
        if ('args' in field) for (const argument of field.args) add(getNamedType(argument.type), this.toType(type))
      }
    }
  }

  #operationArguments(): { type: GraphQLNamedType; page: OperationPage; operation: Operation }[] {
    return (Object.keys(this.operations) as OperationPage[]).flatMap((page) =>
      this.operations[page].flatMap((operation) =>
        operation.args.map(({ type }) => ({ type: getNamedType(type), page, operation })),
      ),
    )
  }
}

/** The fields of an object, interface or input; none of any other type. */
function fieldsOf(type: GraphQLNamedType): (Operation | GraphQLInputField)[] {
  if (isInputObjectType(type)) return Object.values(type.getFields())
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
}
