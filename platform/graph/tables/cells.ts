import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { MAX_LENGTHS, parseText } from '../arguments/text.ts'
import { metadataOf, writableFields } from '../blocks/types/table.ts'
import { badInput, GraphError } from '../errors.ts'

const MAX_CELLS = 1_000
/** The maximum length of a value (characters). */
const MAX_VALUE_LENGTH = 131_072

interface CellInput {
  name: string
  value?: string | null | undefined
  reasoning?: string | null | undefined
}

/** A cell to write; an empty value clears it. */
export interface CellWrite {
  name: string
  value: string
  /** Why an AI chose the value. Absent: the value is not known to be derived. */
  reasoning?: string
}

/**
 * Parses the cells to write, in their order. Throws BAD_USER_INPUT for a field that the table does not have, and
 * FORBIDDEN for a field that is read-only, both at the path of the cell.
 */
export function parseCells(table: BlockRow, inputs: readonly CellInput[], isNew: boolean): CellWrite[] {
  if (inputs.length === 0) throw badInput('input.values', 'needs at least one value.')
  if (inputs.length > MAX_CELLS) throw badInput('input.values', `must be at most ${MAX_CELLS} values.`)
  const names = new Set<string>()
  const cells = inputs.map(({ name, value, reasoning }, index) => {
    const argument = `input.values[${index}]`
    requireWritableField(table, name, `${argument}.name`)
    if (names.has(name)) throw badInput(`${argument}.name`, 'is a duplicate.')
    names.add(name)
    return omitUndefined({
      name,
      value: parseValue(value ?? '', `${argument}.value`),
      reasoning: parseText(`${argument}.reasoning`, reasoning || undefined, MAX_LENGTHS.content),
    })
  })
  requireMandatoryFields(table, cells, isNew)
  return cells
}

function requireWritableField(table: BlockRow, name: string, argument: string): void {
  if (!metadataOf(table).fields.some((field) => field.name === name)) {
    throw badInput(argument, `the table has no field ${JSON.stringify(name)}.`)
  }
  if (!writableFields(table).some((field) => field.name === name)) {
    throw new GraphError('FORBIDDEN', `${JSON.stringify(name)} is assigned by the vendor.`, { argument })
  }
}

function parseValue(value: string, argument: string): string {
  if (value.length > MAX_VALUE_LENGTH) throw badInput(argument, `must have at most ${MAX_VALUE_LENGTH} characters.`)
  return value
}

/** Required fields must be present in a new record, and cannot be cleared in an existing one. */
function requireMandatoryFields(table: BlockRow, cells: readonly CellWrite[], isNew: boolean): void {
  const values = new Map(cells.map(({ name, value }) => [name, value]))
  const missing = writableFields(table).filter(({ name, required }) => {
    const value = values.get(name)
    return required && (value === '' || (isNew && value === undefined))
  })
  const [first] = missing
  if (!first) return
  const index = cells.findIndex(({ name }) => name === first.name)
  const argument = index < 0 ? 'input.values' : `input.values[${index}].value`
  throw badInput(argument, `the table requires ${missing.map(({ name }) => JSON.stringify(name)).join(', ')}.`)
}
