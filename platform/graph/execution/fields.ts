import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLResolveInfo, isNonNullType } from 'graphql'
import type { Executing, FieldPlan, SelectionPlan } from './field-plan.ts'
import { type Path, pathOf } from './paths.ts'
import { ignoreFailures, isPromise } from './promises.ts'
import { ResolveInfo } from './resolve-info.ts'

/**
 * The result of a selection from an object, or a promise of it. Throws GraphQLError if a field of a non-null type failed,
 * so that what contains the object becomes null.
 */
export function executeFields(
  execution: Executing,
  selection: SelectionPlan,
  source: unknown,
  path: Path | undefined,
): unknown {
  const results = createResults(selection)
  let pending: Promise<void>[] | undefined
  try {
    for (const field of selection.fields) {
      const name = field.responseName
      if (field.property !== undefined) {
        results[name] = readProperty(execution, field, field.property, source, path)
        continue
      }
      const value = executeField(execution, field, source, path)
      // A promise keeps the field's place in the order of the result.
      results[name] = value
      if (!isPromise(value)) continue
      pending ??= []
      pending.push(
        value.then((completed) => {
          results[name] = completed
        }),
      )
    }
  } catch (error) {
    if (pending) ignoreFailures(pending)
    throw error
  }
  return pending ? Promise.all(pending).then(() => results) : results
}

/** Like executeFields, but each field starts when the one before it has ended, as those of a mutation must. */
export async function executeFieldsSerially(
  execution: Executing,
  selection: SelectionPlan,
  source: unknown,
): Promise<unknown> {
  const results = createResults(selection)
  for (const field of selection.fields)
    results[field.responseName] = await executeField(execution, field, source, undefined)
  return results
}

/** Has no prototype if a field could change it. Objects with a prototype are faster to fill and to write as JSON. */
function createResults({ hasProto }: SelectionPlan): Record<string, unknown> {
  return hasProto ? Object.create(null) : {}
}

/** Most fields of a result are members of rows. Nothing is created for the resolvers of these. */
function readProperty(
  execution: Executing,
  plan: FieldPlan,
  property: string,
  source: unknown,
  path: Path | undefined,
): unknown {
  try {
    const value = (source as Readonly<Record<string, unknown>>)[property]
    return plan.complete(execution, value, path, plan.responseName, undefined)
  } catch (error) {
    return fail(execution, plan, error, path)
  }
}

function executeField(execution: Executing, plan: FieldPlan, source: unknown, path: Path | undefined): unknown {
  try {
    const { resolve = defaultFieldResolver as GraphQLFieldResolver<unknown, unknown> } = plan.field
    const info = new ResolveInfo(execution, plan, path) as ResolveInfo & GraphQLResolveInfo
    const result = resolve(source, execution.argumentsOf(plan), execution.context, info)
    const completed = isPromise(result)
      ? result.then((value) => plan.complete(execution, value, path, plan.responseName, info))
      : plan.complete(execution, result, path, plan.responseName, info)
    return isPromise(completed)
      ? completed.then(undefined, (error: unknown) => fail(execution, plan, error, path))
      : completed
  } catch (error) {
    return fail(execution, plan, error, path)
  }
}

function fail(
  { errors }: Executing,
  { field, nodes, responseName }: FieldPlan,
  error: unknown,
  path: Path | undefined,
) {
  return errors.handle(error, isNonNullType(field.type), nodes, pathOf(path, responseName))
}
