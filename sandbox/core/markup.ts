/** Text that is HTML already. Only `markup` makes it, so whatever else stands in a page has been escaped. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Part = string | number | Markup | readonly Markup[]

/** A template whose values are escaped, unless they are markup themselves. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + toHtml(parts[index - 1] ?? '') + string))
}

function toHtml(part: Part): string {
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map((one) => one.text).join('')
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
