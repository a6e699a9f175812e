import { toAttributes, toFieldJson } from '../../records/json.ts'
import { isPolymorphic, type Row } from '../../schema/field.ts'
import type { Scope } from '../scope.ts'
import type { Children, Select } from './compile.ts'
import { findParent, toNameRow } from './path.ts'
import type { Shape } from './shape.ts'

export interface Rendering {
  readonly scope: Scope
  /** The API version in the URLs of the records. */
  readonly version: string
}

/** Converts a row to JSON with the selected fields, parents and children. */
export function renderRow(rendering: Rendering, { object, shape }: Pick<Select, 'object' | 'shape'>, row: Row): object {
  return renderShape(rendering, shape, object.name, row)
}

function renderShape(rendering: Rendering, { entries }: Shape<Children>, object: string, row: Row): object {
  const { scope, version } = rendering
  const record: Record<string, unknown> = { attributes: toAttributes(object, row, version) }
  for (const [name, entry] of entries) {
    if (entry.kind === 'field') record[name] = toFieldJson(entry.field, row, object, version)
    else if (entry.kind === 'children') record[name] = toChildrenJson(rendering, entry.children, row)
    else {
      const parent = findParent(scope, entry.reference, row)
      const shown = parent && (isPolymorphic(entry.reference) ? toNameRow(parent.type, parent.row) : parent.row)
      record[name] = parent && shown ? renderShape(rendering, entry.shape, parent.type.name, shown) : null
    }
  }
  return record
}

/** A relationship without children is null, not an empty list. */
function toChildrenJson(rendering: Rendering, { select, reference }: Children, parent: Row): object | null {
  const { database } = rendering.scope
  const rows = select.pick(database.findByValue(select.object.name, reference.name, parent.Id ?? null))
  if (rows.length === 0) return null
  return { totalSize: rows.length, done: true, records: rows.map((row) => renderRow(rendering, select, row)) }
}
