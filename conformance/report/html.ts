import { escapeHtml } from '../../src/runtime/escape-html.ts'
import type { Report } from './schema.ts'

export function toHtml(report: Report): string {
  return escapeHtml(JSON.stringify(report))
}
