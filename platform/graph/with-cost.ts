/** What a field costs beyond its place in the query; kept in the field's extensions. */
export interface Weight {
  /** Points, in addition to those of what is selected of it. */
  points?: number
  /** Rows of a list that takes no size, or is asked for none. */
  rows?: number
  /** Counts against the tighter rate of heavy fields. */
  heavy?: boolean
  /** How long the operation may take because of this field (ms). */
  timeMs?: number
}

/** To be spread into a field's options: `...weighing({ heavy: true })`. */
export function weighing(weight: Weight): { extensions: { weight: Weight } } {
  return { extensions: { weight } }
}

export function weightOf(field: { extensions: Readonly<Record<string, unknown>> }): Weight {
  return (field.extensions.weight as Weight | undefined) ?? {}
}
