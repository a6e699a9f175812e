import type { GraphQLResolveInfo } from 'graphql'
import type { GraphContext } from './context.ts'

/** What tells which fields are selected from the rows that a field returns. */
export type SelectionInfo = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'fieldNodes' | 'returnType'>

/** What a field's resolver needs besides the identity of the row that it is resolved for. */
export interface FieldNeeds<Row = never, Child = unknown> {
  /** The columns that it reads. Absent: all. Fields that expose a column need no annotation. */
  columns?: readonly string[]
  /** Loads what it needs for many rows at once, with `prefetch`. */
  load?: (context: GraphContext, rows: readonly Row[], info: SelectionInfo) => Promise<unknown>
  /** The rows that its own fields are resolved for, once they are loaded. */
  children?: (context: GraphContext, row: Row, info: SelectionInfo) => readonly Child[]
}

/** Annotates a field with what its resolver needs. Spread it into the field's options: `...withNeeds({ columns: [] })`. */
export function withNeeds<Row, Child>(
  needs: FieldNeeds<Row, Child>,
): { extensions: { needs: FieldNeeds<Row, Child> } } {
  return { extensions: { needs } }
}

interface Annotated {
  extensions: Readonly<Record<string, unknown>>
}

/** The needs of a field of the schema; undefined if it does not state them. */
export function needsOf({ extensions }: Annotated): FieldNeeds<unknown> | undefined {
  const { needs, pothosExposedField: column } = extensions
  if (needs !== undefined) return needs as FieldNeeds<unknown>
  return typeof column === 'string' ? { columns: [column] } : undefined
}
