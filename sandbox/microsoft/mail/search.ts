import type { Fail } from '../api/errors.ts'
import { parseKql } from './kql.ts'
import type { Message } from './message.ts'

const MAX_RESULTS = 1000

/** Returns at most 1,000 matches, latest sent first (https://learn.microsoft.com/graph/search-query-parameter). */
export function searchMessages(messages: readonly Message[], text: string, fail: Fail): readonly Message[] {
  const matches = parseKql(extractKql(text, fail), fail)
  return messages
    .filter(matches)
    .sort((a, b) => b.sentAt - a.sentAt)
    .slice(0, MAX_RESULTS)
}

/**
 * Extracts the KQL from a `$search` value. In OData the value consists of words and of phrases in double quotes, where
 * `\"` is a quote; colons and brackets are only valid within quotes.
 */
function extractKql(text: string, fail: Fail): string {
  const pieces: string[] = []
  for (let position = 0; position < text.length; ) {
    const piece = /^(?:"((?:\\.|[^"\\])*)"|([\p{L}\p{M}\p{N}_.-]+)|\s+)/u.exec(text.slice(position))
    if (!piece) {
      const character = `character '${text[position]}' is not valid at position ${position}`
      return fail('BadRequest', `Syntax error: ${character} in '${text}'.`)
    }
    if (piece[1] !== undefined) pieces.push(`(${piece[1].replace(/\\(.)/g, '$1')})`)
    else if (piece[2] !== undefined) pieces.push(piece[2])
    position += piece[0].length
  }
  return pieces.join(' ')
}
