import { recordError } from './errors.ts'

const ALLOWED = new Set(['a', 'b', 'br', 'em', 'i', 'li', 'ol', 'p', 's', 'strike', 'strong', 'u', 'ul'])
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const NOT_ALLOWED_MESSAGE =
  "Note Can't Be Saved Because It Contains HTML Tags or Unescaped Characters That Are Not Allowed In a Note"
const PREVIEW_CHARACTERS = 255

/**
 * Sanitizes the content of a note: line breaks and unsafe HTML are silently removed (Object Reference, "ContentNote").
 * Throws when an ampersand does not begin one of the five known entities.
 */
export function sanitizeNoteHtml(html: string): string {
  const entities = [...html.matchAll(/&([^;\s&]*;)?/g)].map(([, entity = '']) => entity.slice(0, -1))
  if (entities.some((entity) => !Object.hasOwn(ENTITIES, entity))) {
    throw recordError('FIELD_INTEGRITY_EXCEPTION', NOT_ALLOWED_MESSAGE, ['Content'])
  }
  return html
    .replace(/[\r\n]+/g, '')
    .replace(/<(script|style)\b.*?<\/\1\s*>/gi, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi, (_, slash: string, name: string, rest: string) =>
      ALLOWED.has(name.toLowerCase()) ? `<${slash}${name.toLowerCase()}${sanitizeAttributes(name, rest)}>` : '',
    )
}

/** Removes all attributes except the href of links. */
function sanitizeAttributes(name: string, rest: string): string {
  const href = name.toLowerCase() === 'a' ? /\bhref="((https?:|mailto:)[^"]*)"/i.exec(rest)?.[1] : undefined
  return href === undefined ? '' : ` href="${href}"`
}

/** The beginning of a note as plain text, at most 255 characters. */
export function toPreview(html: string): string {
  return html
    .replace(/<br>|<\/(p|li)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&([^;]*);/g, (_, entity: string) => ENTITIES[entity] ?? '')
    .trim()
    .slice(0, PREVIEW_CHARACTERS)
}
