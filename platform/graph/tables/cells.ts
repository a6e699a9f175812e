import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { badInput, GraphError } from '../errors.ts'
import { metadataOf, writableFields } from './contract.ts'

const MAX_CELLS = 1_000
/** In characters. */
const MAX_VALUE_LENGTH = 131_072

interface CellInput {
  name: string
  value?: string | null | undefined
}

/** A cell to be set; an empty value clears it. */
export interface CellWrite {
  name: string
  value: string
}

/**
 * The cells that somebody wants to write, in the order they were given. Throws BAD_USER_INPUT for a field that the table
 * does not have, FORBIDDEN for one that is not to be written, both at the place of the cell.
 */
export function parseCells(table: BlockRow, given: readonly CellInput[], isNew: boolean): CellWrite[] {
  if (given.length === 0) throw badInput('input.values', 'needs one value at least.')
  if (given.length > MAX_CELLS) throw badInput('input.values', `must be at most ${MAX_CELLS} values.`)
  const names = new Set<string>()
  const cells = given.map(({ name, value }, at) => {
    const argument = `input.values[${at}]`
    mustBeWritable(table, name, `${argument}.name`)
    if (names.has(name)) throw badInput(`${argument}.name`, 'is given twice.')
    names.add(name)
    return { name, value: toText(value ?? '', `${argument}.value`) }
  })
  mustBeComplete(table, cells, isNew)
  return cells
}

function mustBeWritable(table: BlockRow, name: string, argument: string): void {
  if (!metadataOf(table).fields.some((field) => field.name === name)) {
    throw badInput(argument, `the table has no field ${JSON.stringify(name)}.`)
  }
  if (!writableFields(table).some((field) => field.name === name)) {
    throw new GraphError('FORBIDDEN', `The vendor gives ${JSON.stringify(name)} itself.`, { argument })
  }
}

function toText(value: string, argument: string): string {
  if (value.length > MAX_VALUE_LENGTH) throw badInput(argument, `must have at most ${MAX_VALUE_LENGTH} characters.`)
  return value
}

/** What a table requires must be there in a new row, and cannot be cleared in an old one. */
function mustBeComplete(table: BlockRow, cells: readonly CellWrite[], isNew: boolean): void {
  const values = new Map(cells.map(({ name, value }) => [name, value]))
  const missing = writableFields(table).filter(({ name, required }) => {
    const value = values.get(name)
    return required && (value === '' || (isNew && value === undefined))
  })
  const [first] = missing
  if (!first) return
  const at = cells.findIndex(({ name }) => name === first.name)
  const argument = at < 0 ? 'input.values' : `input.values[${at}].value`
  throw badInput(argument, `the table requires ${missing.map(({ name }) => JSON.stringify(name)).join(', ')}.`)
}
