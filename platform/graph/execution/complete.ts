import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Completer, FieldPlan, SelectionPlan, Selections } from './field-plan.ts'
import { executeFields } from './fields.ts'
import { type Path, pathOf } from './paths.ts'
import { ignoreFailures, isPromise } from './promises.ts'

type CompletedField = Pick<FieldPlan, 'parentType' | 'field' | 'nodes'>

/** The completer for the values of a field. */
export function createCompleter(plan: Selections, field: CompletedField): Completer {
  return toCompleter(field.field.type, plan, field)
}

function toCompleter(type: GraphQLOutputType, plan: Selections, field: CompletedField): Completer {
  if (isNonNullType(type)) return nonNull(toCompleter(type.ofType, plan, field), field)
  if (isListType(type)) return list(type, plan, field)
  if (isLeafType(type)) return leaf(type)
  if (isAbstractType(type)) return abstract(type, plan, field)
  return object(type, plan, field)
}

function nonNull(complete: Completer, { parentType, field }: CompletedField): Completer {
  return (execution, value, parent, key, info) => {
    const completed = complete(execution, value, parent, key, info)
    if (completed === null)
      throw new Error(`Cannot return null for non-nullable field ${parentType.name}.${field.name}.`)
    return completed
  }
}

function leaf(type: GraphQLLeafType): Completer {
  return (_execution, value) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    const completed = type.coerceOutputValue(value)
    if (completed === null || completed === undefined) throw new Error(`${type.name} cannot represent the value.`)
    return completed
  }
}

function list({ ofType }: GraphQLList<GraphQLOutputType>, plan: Selections, field: CompletedField): Completer {
  const complete = toCompleter(ofType, plan, field)
  const hasNonNullItems = isNonNullType(ofType)
  return (execution, value, parent, key, info) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    if (!isIterable(value))
      throw new GraphQLError(`Expected a list for the field "${field.parentType.name}.${field.field.name}".`)
    const path = pathTo(parent, key, field)
    const fail = (error: unknown, index: number) =>
      execution.errors.handle(error, hasNonNullItems, field.nodes, pathOf(path, index))
    const completeItem = (item: unknown, index: number): unknown => {
      try {
        const completed = isPromise(item)
          ? item.then((awaited) => complete(execution, awaited, path, index, info))
          : complete(execution, item, path, index, info)
        return isPromise(completed) ? completed.then(undefined, (error: unknown) => fail(error, index)) : completed
      } catch (error) {
        return fail(error, index)
      }
    }
    return completeItems(value, completeItem)
  }
}

/** The path to a field, which has the type that it is selected from, or to an item of its list. */
function pathTo(prev: Path | undefined, key: string | number, { parentType }: CompletedField): Path {
  return { prev, key, typename: typeof key === 'string' ? parentType.name : undefined }
}

function completeItems(items: Iterable<unknown>, completeItem: (item: unknown, index: number) => unknown): unknown {
  const completed: unknown[] = []
  let hasPromise = false
  try {
    for (const item of items) {
      const value = completeItem(item, completed.length)
      if (isPromise(value)) hasPromise = true
      completed.push(value)
    }
  } catch (error) {
    ignoreFailures(completed)
    if (Array.isArray(items)) ignoreFailures(items)
    throw error
  }
  return hasPromise ? Promise.all(completed) : completed
}

function object(type: GraphQLObjectType, plan: Selections, field: CompletedField): Completer {
  const { nodes } = field
  let selection: SelectionPlan | undefined
  return (execution, value, parent, key, info) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    const complete = (isOfType: boolean): unknown => {
      if (!isOfType) throw new GraphQLError(`Expected a value of type "${type.name}".`, { nodes })
      selection ??= plan.selectionOf(type, nodes)
      return executeFields(execution, selection, value, pathTo(parent, key, field))
    }
    const isOfType = type.isTypeOf?.(value, execution.context, info as GraphQLResolveInfo) ?? true
    return isPromise(isOfType) ? isOfType.then(complete) : complete(isOfType)
  }
}

function abstract(type: GraphQLAbstractType, plan: Selections, field: CompletedField): Completer {
  const completers = new Map<string, Completer>()
  const completerOf = (typeName: unknown): Completer => {
    const existing = completers.get(String(typeName))
    if (existing) return existing
    const possible = typeof typeName === 'string' ? plan.schema.getType(typeName) : undefined
    if (!isObjectType(possible) || !plan.schema.isSubType(type, possible)) {
      const { nodes, parentType } = field
      const message = `A value of "${parentType.name}.${field.field.name}" has no possible type of "${type.name}".`
      throw new GraphQLError(message, { nodes })
    }
    const completer = object(possible, plan, field)
    completers.set(possible.name, completer)
    return completer
  }
  const resolveType = type.resolveType ?? defaultTypeResolver
  return (execution, value, parent, key, info) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    const complete = (typeName: unknown) => completerOf(typeName)(execution, value, parent, key, info)
    const typeName = resolveType(value, execution.context, info as GraphQLResolveInfo, type)
    return isPromise(typeName) ? typeName.then(complete) : complete(typeName)
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && typeof (value as Iterable<unknown>)[Symbol.iterator] === 'function'
}
