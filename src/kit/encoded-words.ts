import { decodeWords } from 'postal-mime'

/** The text of a header or parameter, with its encoded words (RFC 2047) decoded. */
export function decodeEncodedWords(text: string): string {
  return decodeWords(joinSplitWords(text))
}

const WORD = /=\?([^?\s]+)\?([bq])\?([^?]*)\?=/gi

interface EncodedWord {
  start: number
  end: number
  charset: string
  bytes: Buffer
}

/**
 * Joins adjacent encoded words in the middle of whose characters a sender has split the text, which RFC 2047 forbids and
 * many do. postal-mime joins words, too, but not after padded base64, and none if any other word of the text is invalid.
 * Words that can be decoded by themselves are left as they are.
 */
export function joinSplitWords(text: string): string {
  let [result, position] = ['', 0]
  for (const words of toAdjacentWords(text)) {
    const [first, last] = [words[0], words.at(-1)]
    if (!first || !last || words.every(isDecodable)) continue
    const bytes = Buffer.concat(words.map((word) => word.bytes))
    if (!isDecodable({ ...first, bytes })) continue
    result += `${text.slice(position, first.start)}=?${first.charset}?B?${bytes.toString('base64')}?=`
    position = last.end
  }
  return result + text.slice(position)
}

/** Runs of words in one charset with nothing but white space between them. */
function toAdjacentWords(text: string): EncodedWord[][] {
  const runs: EncodedWord[][] = []
  for (const match of text.matchAll(WORD)) {
    const word = toWord(match)
    const previous = runs.at(-1)?.at(-1)
    const isAdjacent = previous?.charset === word.charset && text.slice(previous.end, word.start).trim() === ''
    if (isAdjacent) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs
}

/** A charset may be followed by a language: `utf-8*en` (RFC 2231, 5). */
function toWord({ index, 0: word, 1: charset = '', 2: encoding = '', 3: content = '' }: RegExpExecArray): EncodedWord {
  const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : decodeQ(content)
  return { start: index, end: index + word.length, charset: charset.toLowerCase().replace(/\*.*$/, ''), bytes }
}

function decodeQ(content: string): Buffer {
  const text = content.replaceAll('_', ' ')
  const latin1 = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(latin1, 'latin1')
}

/** Whether the bytes are valid in their charset. In an unknown charset, nothing is. */
function isDecodable({ charset, bytes }: EncodedWord): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
