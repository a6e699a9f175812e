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

/** Returns the text parts of a message, without files and the content of attached messages. */
export function getTextParts(root: Part): Part[] {
  return [...ownParts(root)].filter(
    ({ content, mimeType, filename }) => content && mimeType.startsWith('text/') && !filename,
  )
}

/** Decodes a text part. Its bytes may be UTF-8 although the header names another charset. */
export function decodeText({ content = new Uint8Array(), headers }: Part): string {
  // ISO-2022-JP consists of ASCII characters, so it is also valid UTF-8.
  if (isUtf8(content) && !content.includes(ESCAPE)) return Buffer.from(content).toString('utf8')
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'windows-1252'
  try {
    return new TextDecoder(charset).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** Returns the beginning of the message's text, HTML-escaped, as in Gmail's lists. */
export function createSnippet(root: Part): string {
  const parts = getTextParts(root)
  const part = parts.find(({ mimeType }) => mimeType === 'text/plain') ?? parts[0]
  if (!part) return ''
  const text = part.mimeType === 'text/html' ? stripTags(decodeText(part)) : decodeText(part)
  return escapeHtml([...text.replace(/\s+/g, ' ').trim()].slice(0, 200).join(''))
}

function stripTags(html: string): string {
  const text = html.replace(/<(style|script|title)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/gi, ' ')
  return text.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
