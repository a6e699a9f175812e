import type { Fail } from '../query/fields.ts'
import { parseKql } from './kql.ts'
import type { Message } from './message.ts'

const MAX_RESULTS = 1000

/** The best matches, latest sent first (https://learn.microsoft.com/graph/search-query-parameter). */
export function searchMessages(messages: readonly Message[], text: string, fail: Fail): readonly Message[] {
  const matches = parseKql(extractKql(text, fail), fail)
  return messages
    .filter(matches)
    .sort((a, b) => b.sentAt - a.sentAt)
    .slice(0, MAX_RESULTS)
}

/**
 * The KQL inside a `$search` value. To OData it is words, and phrases in double quotes with `\"` for a quote in them:
 * a colon or a bracket outside of quotes is no part of a word.
 */
function extractKql(text: string, fail: Fail): string {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const piece = /^(?:"((?:\\.|[^"\\])*)"|([\p{L}\p{M}\p{N}_.-]+)|\s+)/u.exec(text.slice(at))
    if (!piece)
      return fail('BadRequest', `Syntax error: character '${text[at]}' is not valid at position ${at} in '${text}'.`)
    if (piece[1] !== undefined) pieces.push(`(${piece[1].replace(/\\(.)/g, '$1')})`)
    else if (piece[2] !== undefined) pieces.push(piece[2])
    at += piece[0].length
  }
  return pieces.join(' ')
}
