import { toHtml } from './html.ts'
import { toJson } from './json.ts'
import { toJUnit } from './junit.ts'
import type { Report } from './schema.ts'
import { toText } from './text.ts'

/** The formats of reports. */
export const FORMATS = {
  text: (report) => toText(report),
  json: toJson,
  junit: toJUnit,
  html: toHtml,
} as const satisfies Record<string, (report: Report) => string>

export type ReportFormat = keyof typeof FORMATS
