import { numberFormat } from './formats.ts'
import { readPreferences } from './preferences.ts'

/** Such as “12,345”. */
export function formatNumber(value: number): string {
  return numberFormat(readPreferences().locale).format(value)
}

/** Such as “12K”, for places without room. */
export function formatCompact(value: number): string {
  return numberFormat(readPreferences().locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

/** Such as “1.2 MB”. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = numberFormat(readPreferences().locale, { maximumFractionDigits: step === 0 ? 0 : 1 })
  return `${value.format(bytes / 1_000 ** step)} ${units[step]}`
}

/** Such as “1 message” and “3 messages”. The plural is the singular with “s” unless it is given. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`
}
