import { redactText } from '../../runtime/redact.ts'
import type { PageHelp } from '../errors.ts'

/** The vendor's own words about an error, as the page shows them below ours. */
export function toQuote(from: string, text: unknown): Pick<PageHelp, 'quote'> {
  return typeof text === 'string' && text.trim() !== '' ? { quote: { from, text } } : {}
}

const MAX_QUOTE_LENGTH = 300

/**
 * A quote as a page may show it: in one short line, without secrets, because it may come from the address of the page,
 * which anybody can write. Undefined if nothing is left.
 */
export function toSafeQuote(quote: PageHelp['quote']): PageHelp['quote'] {
  const text = redactText(quote?.text ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (!quote || text === '') return undefined
  return { from: quote.from, text: text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text }
}
