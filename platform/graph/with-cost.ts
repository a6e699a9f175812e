/** The cost annotation of a field, stored in its extensions under `cost`. */
export interface FieldCost {
  /** Points in addition to those of its selection set. */
  points?: number
  /** Assumed rows of a list that takes no `size`, or whose query gives none. */
  rows?: number
  /** Counts against the lower rate limit of heavy fields. */
  heavy?: boolean
  /** Raises the timeout of an operation that selects this field to at least this (ms). */
  timeoutMs?: number
}

/** Annotates a field with its cost. Spread it into the field's options: `...withCost({ heavy: true })`. */
export function withCost(cost: FieldCost): { extensions: { cost: FieldCost } } {
  return { extensions: { cost } }
}

export function fieldCostOf(field: { extensions: Readonly<Record<string, unknown>> }): FieldCost {
  return (field.extensions.cost as FieldCost | undefined) ?? {}
}
