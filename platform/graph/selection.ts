import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql'
import type { GraphContext } from './context.ts'
import { type FieldNeeds, needsOf, type SelectionInfo } from './field-needs.ts'

/** A field that an operation selects from rows of a type, directly or through fragments. */
export interface SelectedField {
  node: FieldNode
  /** The type on which it is selected: that of the rows, one of those that it may be, or an interface of them. */
  type: GraphQLCompositeType
  /** Undefined if the field does not state them. */
  needs: FieldNeeds<unknown> | undefined
  field: GraphQLField<unknown, GraphContext>
}

/** The fields that are selected from the rows that a field returns. Whether they are skipped is not considered. */
export function selectedFields({ schema, fragments, fieldNodes, returnType }: SelectionInfo): SelectedField[] {
  // A fragment selects the same wherever it is spread, and may be spread more often than could ever be visited.
  const visited = new Set<string>()
  const collect = (selections: readonly SelectionNode[], on: GraphQLCompositeType): SelectedField[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) {
        const field = isObjectType(on) || isInterfaceType(on) ? on.getFields()[selection.name.value] : undefined
        return field ? [{ node: selection, type: on, needs: needsOn(schema, on, field), field }] : []
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (visited.has(selection.name.value)) return []
        visited.add(selection.name.value)
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection
      const condition = schema.getType(fragment?.typeCondition?.name.value ?? on.name)
      return fragment && isCompositeType(condition) ? collect(fragment.selectionSet.selections, condition) : []
    })
  const type = getNamedType(returnType)
  return isCompositeType(type)
    ? fieldNodes.flatMap(({ selectionSet }) => collect(selectionSet?.selections ?? [], type))
    : []
}

/** What is selected from the rows that a selected field returns. It has no values of a request, so it may be cached. */
export function selectionOf({ schema, fragments }: SelectionInfo, { node, field }: SelectedField): SelectionInfo {
  return { schema, fragments, fieldNodes: [node], returnType: field.type }
}

/** The needs of a field. Those of an interface's include the columns that the types with resolvers of their own read. */
function needsOn(
  schema: GraphQLSchema,
  on: GraphQLCompositeType,
  field: GraphQLField<unknown, GraphContext>,
): FieldNeeds<unknown> | undefined {
  const needs = needsOf(field)
  if (!needs?.columns || !isInterfaceType(on)) return needs
  const { columns, ...others } = needs
  const ofTypes = schema.getPossibleTypes(on).map((type) => {
    const own = type.getFields()[field.name]
    return own && needsOf(own)?.columns
  })
  return ofTypes.includes(undefined)
    ? others
    : { ...others, columns: [...columns, ...ofTypes.flatMap((own) => own ?? [])] }
}

/** The columns that the resolvers of these fields read; undefined if one of them does not say what it reads. */
export function selectedColumnNames(info: SelectionInfo): string[] | undefined {
  const columns = selectedFields(info).map(({ needs }) => needs?.columns)
  return columns.includes(undefined) ? undefined : [...new Set(columns.flatMap((names) => names ?? []))]
}

/**
 * Caches what a function derives from the selection of a field, for as long as its document is cached. A field that is
 * selected in several places is not cached: they may belong to several operations.
 */
export function cacheBySelection<Result>(derive: (info: SelectionInfo) => Result): (info: SelectionInfo) => Result {
  const derived = new WeakMap<FieldNode, Result>()
  return (info) => {
    const [node] = info.fieldNodes
    if (!node || info.fieldNodes.length > 1) return derive(info)
    const result = derived.get(node) ?? derive(info)
    derived.set(node, result)
    return result
  }
}
