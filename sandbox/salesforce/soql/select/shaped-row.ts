import type { Row } from '../../schema/field.ts'
import type { ObjectView } from '../../schema/view.ts'
import type { Children } from './compile.ts'
import { type Rendering, renderRow } from './render.ts'
import { compileShape } from './shape.ts'

/** Renders some fields of a row, including fields of its parents: `Name`, `Owner.Name`. */
export function renderFields(rendering: Rendering, object: ObjectView, names: readonly string[], row: Row): object {
  return createFieldRenderer(rendering, object, names)(row)
}

/** Compiles a list of fields once, to render them for many rows. */
export function createFieldRenderer(
  rendering: Rendering,
  object: ObjectView,
  names: readonly string[],
): (row: Row) => object {
  const items = names.map((field) => ({ type: 'Field', field }) as const)
  const soql = `SELECT ${names.join(', ')} FROM ${object.name}`
  const selection = { scope: rendering.scope, object, items, alias: undefined, limit: undefined, soql }
  const shape = compileShape<Children>(selection, () => {
    throw new RangeError('A list of fields cannot contain a subquery')
  })
  return (row) => renderRow(rendering, { object, shape }, row)
}
