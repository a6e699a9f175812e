/** What a field costs beyond its place in the query; kept in the field's extensions. */
export interface FieldCost {
  /** Points, in addition to those of what is selected of it. */
  points?: number
  /** Rows of a list that takes no size, or is asked for none. */
  rows?: number
  /** Counts against the tighter rate of heavy fields. */
  heavy?: boolean
  /** How long the operation may take because of this field (ms). */
  timeoutMs?: number
}

/** To be spread into a field's options: `...weighing({ heavy: true })`. */
export function withCost(weight: FieldCost): { extensions: { weight: FieldCost } } {
  return { extensions: { weight } }
}

export function fieldCostOf(field: { extensions: Readonly<Record<string, unknown>> }): FieldCost {
  return (field.extensions.weight as FieldCost | undefined) ?? {}
}
