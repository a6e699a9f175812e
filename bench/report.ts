import { write } from '../demo/output.ts'
import { printTable } from '../demo/print-table.ts'

/** The results of a benchmark, including those of the baseline in the same run. */
export interface Metrics {
  benchmark: string
  [figure: string]: string | number
}

/** Prints the results as a table, followed by one JSON line for programs. */
export function report(title: string, rows: readonly Record<string, string | number>[], figures: Metrics): void {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  write(`\n${title}`)
  printTable(
    headings,
    rows.map((row) => headings.map((heading) => row[heading] ?? '')),
  )
  write(JSON.stringify(figures))
}

/** Returns the value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
