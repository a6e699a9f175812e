/** Trusted HTML: the result of `markup` or a constant. All other text on a page is escaped. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type MarkupValue = string | number | Markup | readonly Markup[]

/** A template tag that escapes its values unless they are markup. */
export function markup(strings: TemplateStringsArray, ...parts: MarkupValue[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + toHtml(parts[index - 1] ?? '') + string))
}

function toHtml(part: MarkupValue): string {
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return escapeHtml(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
