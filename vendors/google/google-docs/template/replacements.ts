import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js'
import { findPlaceholders } from '../../../../src/kit/documents/placeholders.ts'

/** The requests that fill a document, and whether they may be sent twice: then the second time finds nothing to replace. */
export interface Replacements {
  requests: docs_v1.Schema$Request[]
  repeatable: boolean
}

/**
 * The requests that replace the placeholders in these texts, all tabs, headers, footers and footnotes included. Google
 * does one after the other, so a value with braces could become a placeholder of a later request. Then each placeholder
 * is first replaced by a token that occurs nowhere else, and the tokens by the values. `nonce` makes the tokens unique.
 * https://developers.google.com/workspace/docs/api/reference/rest/v1/documents/request#replacealltextrequest
 */
export function toReplacements(
  texts: readonly string[],
  values: ReadonlyMap<string, string>,
  nonce: string,
): Replacements {
  const placeholders = [...new Map(texts.flatMap(findPlaceholders).map((each) => [each.literal, each])).values()]
    .filter(({ name }) => values.has(name))
    .sort((a, b) => b.literal.length - a.literal.length)
  const replacements = placeholders.map(({ literal, name }) => [literal, values.get(name) ?? ''] as const)
  if (!mayCombine(texts, replacements)) {
    return { requests: replacements.map(([text, value]) => toRequest(text, value)), repeatable: true }
  }
  const tokens = replacements.map((_, index) => `<<${nonce}.${index}>>`)
  const requests = [
    ...replacements.map(([literal], index) => toRequest(literal, tokens[index] ?? '')),
    ...replacements.map(([, value], index) => toRequest(tokens[index] ?? '', value)),
  ]
  return { requests, repeatable: false }
}

/** Whether a value, or what stays of the text, has braces, from which a further placeholder could arise. */
function mayCombine(texts: readonly string[], replacements: readonly (readonly [string, string])[]): boolean {
  if (replacements.some(([, value]) => /[{}]/.test(value))) return true
  return texts.some((text) => {
    const rest = findPlaceholders(text).reduce((left, { literal }) => left.replace(literal, ''), text)
    return /[{}]/.test(rest)
  })
}

function toRequest(text: string, replaceText: string): docs_v1.Schema$Request {
  return { replaceAllText: { containsText: { text, matchCase: true }, replaceText } }
}
