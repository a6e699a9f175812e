import { isUtf8 } from 'node:buffer'
import { escapeHtml } from '../../core/html/markup.ts'
import { ownParts, type Part } from './message.ts'

const ESCAPE = 0x1b
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  mdash: '—',
  hellip: '…',
}

/** The parts of a mail that are its own text: no files, nothing inside an attached mail. */
export function textParts(root: Part): Part[] {
  return [...ownParts(root)].filter(
    ({ content, mimeType, filename }) => content && mimeType.startsWith('text/') && !filename,
  )
}

/** A text part's words as a person reads them. Its bytes may be UTF-8 under another charset's name. */
export function decodeText({ content = new Uint8Array(), headers }: Part): string {
  // ISO-2022-JP is plain ASCII with escape sequences, and so it is valid UTF-8 too.
  if (isUtf8(content) && !content.includes(ESCAPE)) return Buffer.from(content).toString('utf8')
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'windows-1252'
  try {
    return new TextDecoder(charset).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** The beginning of the mail's text, HTML-escaped, as Gmail shows it in a list. */
export function createSnippet(root: Part): string {
  const texts = textParts(root)
  const best = texts.find(({ mimeType }) => mimeType === 'text/plain') ?? texts[0]
  if (!best) return ''
  const text = best.mimeType === 'text/html' ? stripTags(decodeText(best)) : decodeText(best)
  return escapeHtml([...text.replace(/\s+/g, ' ').trim()].slice(0, 200).join(''))
}

function stripTags(html: string): string {
  const text = html.replace(/<(style|script|title)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/gi, ' ')
  return text.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
