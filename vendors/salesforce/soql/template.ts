import { escapePattern, escapeText, rawStatement, type Soql } from './statement.ts'

/** A pattern or a literal between quotes, or a place for a value outside of any. */
const TOKEN = /(?<like>\blike\s+)?(?:'(?<quoted>(?:\\.|[^'\\])*)'|\{\{\s*(?<bare>\w+)\s*\}\})/gis
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** The names of the places in a statement (`{{stage}}`), once each. */
export function toPlaceholders(template: string): string[] {
  return [...new Set([...template.matchAll(PLACEHOLDER)].map(([, place]) => place as string))]
}

/**
 * Puts values into the places of a statement. Between quotes a value becomes part of that text, elsewhere a literal;
 * in either case it can only ever be compared with, whatever it holds.
 */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): Soql {
  const given = (place: string) => values.get(place) ?? ''
  const filled = template.replace(TOKEN, (...match) => {
    const { like = '', quoted, bare } = match.at(-1) as { like?: string; quoted?: string; bare?: string }
    const escaped = like === '' ? escapeText : escapePattern
    if (bare !== undefined) return like + (like === '' ? toLiteral(given(bare)) : `'${escaped(given(bare))}'`)
    return `${like}'${(quoted ?? '').replace(PLACEHOLDER, (_, place: string) => escaped(given(place)))}'`
  })
  return rawStatement(filled)
}

/** What has no quotes in SOQL: numbers, days, instants, true and false. */
const UNQUOTED = /^(?:-?\d{1,18}(?:\.\d{1,18})?|\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?|true|false)$/

function toLiteral(value: string): string {
  return UNQUOTED.test(value) ? value : `'${escapeText(value)}'`
}
