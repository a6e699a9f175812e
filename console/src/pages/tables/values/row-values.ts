interface Valued {
  values: readonly { name: string; value: string | null; reasoning?: string | null }[]
}

type Values = ReadonlyMap<string, Valued['values'][number]>

/** Rows never change, and a grid asks for the same cells again and again. */
const byRow = new WeakMap<Valued, Values>()

function valuesOf(row: Valued): Values {
  const cached = byRow.get(row)
  if (cached) return cached
  const values = new Map(row.values.map((value) => [value.name, value]))
  byRow.set(row, values)
  return values
}

/** The stored value of a field; empty if there is none. */
export function storedValue(row: Valued, field: string): string {
  return valuesOf(row).get(field)?.value ?? ''
}

/** Why an AI chose the value of a field, if it did. */
export function reasoningOf(row: Valued, field: string): string | undefined {
  return valuesOf(row).get(field)?.reasoning ?? undefined
}
