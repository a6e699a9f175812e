import type { Report } from './schema.ts'

/** The report as JSON, which `Report` describes. */
export function toJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`
}
