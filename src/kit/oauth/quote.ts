import type { PageHelp } from '../errors.ts'

/** The vendor's own words about an error, as the page shows them below ours. */
export function toQuote(from: string, text: unknown): Pick<PageHelp, 'quote'> {
  return typeof text === 'string' && text.trim() !== '' ? { quote: { from, text } } : {}
}
