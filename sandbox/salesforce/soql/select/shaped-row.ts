import type { Row } from '../../schema/field.ts'
import type { ObjectView } from '../../schema/view.ts'
import type { Children } from './compile.ts'
import { type Rendering, renderRow } from './render.ts'
import { compileShape } from './shape.ts'

/** Some fields of a row that is known already, with paths to its parents: `Name`, `Owner.Name`. */
export function renderFields(rendering: Rendering, object: ObjectView, names: readonly string[], row: Row): object {
  return createFieldRenderer(rendering, object, names)(row)
}

/** The same for many rows. */
export function createFieldRenderer(
  rendering: Rendering,
  object: ObjectView,
  names: readonly string[],
): (row: Row) => object {
  const items = names.map((field) => ({ type: 'Field', field }) as const)
  const soql = `SELECT ${names.join(', ')} FROM ${object.name}`
  const selection = { scope: rendering.scope, object, items, alias: undefined, limit: undefined, soql }
  const shape = compileShape<Children>(selection, () => {
    throw new RangeError('A plain list of fields holds no queries')
  })
  return (row) => renderRow(rendering, { object, shape }, row)
}
