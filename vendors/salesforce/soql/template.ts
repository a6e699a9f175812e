import { escapePattern, escapeText, rawStatement, type Soql } from './statement.ts'

/** A quoted literal or LIKE pattern, or a placeholder outside of quotes. */
const TOKEN = /(?<like>\blike\s+)?(?:'(?<quoted>(?:\\.|[^'\\])*)'|\{\{\s*(?<bare>\w+)\s*\}\})/gis
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** The distinct names of the placeholders in a statement (`{{stage}}`). */
export function toPlaceholders(template: string): string[] {
  return [...new Set([...template.matchAll(PLACEHOLDER)].map(([, name]) => name as string))]
}

/**
 * Replaces the placeholders of a statement by values. Inside quotes a value becomes part of the text, elsewhere a
 * literal. It is escaped in both cases, so it cannot change the statement.
 */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): Soql {
  const getValue = (placeholder: string) => values.get(placeholder) ?? ''
  const filled = template.replace(TOKEN, (...match) => {
    const { like = '', quoted, bare } = match.at(-1) as { like?: string; quoted?: string; bare?: string }
    const escapeValue = like === '' ? escapeText : escapePattern
    if (bare !== undefined) return like + (like === '' ? toLiteral(getValue(bare)) : `'${escapeValue(getValue(bare))}'`)
    return `${like}'${(quoted ?? '').replace(PLACEHOLDER, (_, placeholder: string) => escapeValue(getValue(placeholder)))}'`
  })
  return rawStatement(filled)
}

/** Literals without quotes: numbers, dates, instants, true and false. */
const UNQUOTED = /^(?:-?\d{1,18}(?:\.\d{1,18})?|\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?|true|false)$/

function toLiteral(value: string): string {
  return UNQUOTED.test(value) ? value : `'${escapeText(value)}'`
}
