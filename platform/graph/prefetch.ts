import { isObjectType } from 'graphql'
import type { GraphContext } from './context.ts'
import type { FieldNeeds, SelectionInfo } from './field-needs.ts'
import { cacheBySelection, selectedFields, selectionOf } from './selection.ts'

/** What is loaded for a field of a list before it is resolved. */
interface Step {
  load: NonNullable<FieldNeeds<unknown>['load']>
  children: FieldNeeds<unknown>['children']
  info: SelectionInfo
  /** The rows that the field is selected from, if not from all. */
  isOf: ((row: unknown) => boolean) | undefined
  /** What is loaded for the fields of the children. */
  next: readonly Step[]
}

/**
 * Loads what the fields that are selected from rows need, level by level and for all rows at once. They are then resolved
 * without promises, which take longer than the statements when there are many rows.
 */
export async function prefetchFields(
  context: GraphContext,
  info: SelectionInfo,
  rows: readonly unknown[],
): Promise<void> {
  if (rows.length > 0) await run(planOf(info), context, rows)
}

async function run(plan: readonly Step[], context: GraphContext, rows: readonly unknown[]): Promise<void> {
  await Promise.all(
    plan.map(async ({ load, children, info, isOf, next }) => {
      const concerned = isOf ? rows.filter(isOf) : rows
      if (concerned.length === 0) return
      await load(context, concerned, info)
      if (!children || next.length === 0) return
      await run(
        next,
        context,
        concerned.flatMap((row) => children(context, row, info)),
      )
    }),
  )
}

const planOf = cacheBySelection(toSteps)

function toSteps(selection: SelectionInfo): Step[] {
  return selectedFields(selection).flatMap((selected) => {
    const { node, type, needs } = selected
    // A field that may be skipped loads its values itself.
    if (!needs?.load || node.directives?.length) return []
    const isTypeOf = isObjectType(type) ? type.isTypeOf : undefined
    const isOf = isTypeOf ? (row: unknown) => isTypeOf(row, undefined as never, undefined as never) === true : undefined
    const info = selectionOf(selection, selected)
    return [{ load: needs.load, children: needs.children, info, isOf, next: toSteps(info) }]
  })
}
