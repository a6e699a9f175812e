import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
  VariableValues,
} from 'graphql'
import type { FieldErrors } from './field-errors.ts'
import type { Path } from './paths.ts'

/** What the execution of a field needs that is the same for each object it is selected from, and for each request. */
export interface FieldPlan {
  /** The name in the result: the field's alias, or its name. */
  responseName: string
  parentType: GraphQLObjectType
  field: GraphQLField<unknown, unknown>
  /** Where the field is selected. Several places that select it under the same name are one field of the result. */
  nodes: readonly [FieldNode, ...FieldNode[]]
  complete: Completer
  /** The member of its object that it returns, if it only returns a scalar or an enum value that the object has. */
  property: string | undefined
}

/** What is selected from objects of one type. */
export interface SelectionPlan {
  /** In the order of the result. */
  fields: readonly FieldPlan[]
  /** Whether a field is named __proto__ in the result, which would change the prototype of a plain object. */
  hasProto: boolean
}

/** What an operation selects from the objects of its result. `OperationPlan` implements it. */
export interface Selections {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  /** The fragments by their name. */
  fragments: Readonly<Record<string, FragmentDefinitionNode>>
  /** The type of the operation and what is selected from it. Throws GraphQLError. */
  root: { type: GraphQLObjectType; selection: SelectionPlan }
  /** What a field selects from the objects of a type that it returns. Throws GraphQLError. */
  selectionOf(type: GraphQLObjectType, nodes: readonly FieldNode[]): SelectionPlan
}

/** One execution of an operation. `Execution` implements it. */
export interface Executing {
  plan: Selections
  rootValue: unknown
  context: unknown
  variables: VariableValues
  errors: FieldErrors
  /** The arguments of a field, which are the same for each object it is selected from. Throws GraphQLError. */
  argumentsOf(field: FieldPlan): Readonly<Record<string, unknown>>
}

/**
 * Completes a value, as the GraphQL specification calls it: turns what a resolver returned into what the result has for it,
 * or a promise of that. `key` is the name of the field or the index in the list, below `parent`. `info` may be absent for
 * scalars and enums. Throws an error that belongs to the field.
 */
export type Completer = (
  execution: Executing,
  value: unknown,
  parent: Path | undefined,
  key: string | number,
  info: GraphQLResolveInfo | undefined,
) => unknown
