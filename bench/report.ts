import { printTable, write } from '../demo/print-table.ts'

/** One figure of a benchmark, beside what it is compared to in the same run. */
export interface Figures {
  benchmark: string
  [figure: string]: string | number
}

/** Prints what was measured: a table for people, then one JSON line for machines. */
export function report(title: string, rows: readonly Record<string, string | number>[], figures: Figures): void {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  write(`\n${title}`)
  printTable(
    headings,
    rows.map((row) => headings.map((heading) => row[heading] ?? '')),
  )
  write(JSON.stringify(figures))
}

/** The value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
