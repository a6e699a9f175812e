import type { Row } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import { type Rendering, renderRow } from './render.ts'
import type { Children } from './select.ts'
import { shapeOf } from './shape.ts'

/** Some fields of a row that is known already, with paths to its parents: `Name`, `Owner.Name`. */
export function shapedRow(rendering: Rendering, object: ObjectView, names: readonly string[], row: Row): object {
  return shaper(rendering, object, names)(row)
}

/** The same for many rows. */
export function shaper(rendering: Rendering, object: ObjectView, names: readonly string[]): (row: Row) => object {
  const items = names.map((field) => ({ type: 'Field', field }) as const)
  const soql = `SELECT ${names.join(', ')} FROM ${object.name}`
  const selection = { scope: rendering.scope, object, items, alias: undefined, limit: undefined, soql }
  const shape = shapeOf<Children>(selection, () => {
    throw new RangeError('A plain list of fields holds no queries')
  })
  return (row) => renderRow(rendering, { object, shape }, row)
}
