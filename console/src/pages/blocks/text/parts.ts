/** A part of a plain text, with the URL that it is. */
export interface TextPart {
  text: string
  url?: string
}

const URL_IN_TEXT = /https?:\/\/[^\s<>"“”„«»]+/giu

/** Splits a text at its URLs. The parts make up the text. */
export function toTextParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let position = 0
  for (const match of text.matchAll(URL_IN_TEXT)) {
    const url = withoutPunctuation(match[0])
    if (!URL.canParse(url)) continue
    if (match.index > position) parts.push({ text: text.slice(position, match.index) })
    parts.push({ text: url, url })
    position = match.index + url.length
  }
  if (position < text.length) parts.push({ text: text.slice(position) })
  return parts
}

/** A sentence ends after a URL, and brackets around it do not belong to it. */
function withoutPunctuation(url: string): string {
  const trimmed = url.replace(/[.,;:!?'’*_~]+$/, '')
  const last = trimmed.at(-1) ?? ''
  const opening = { ')': '(', ']': '[', '}': '{' }[last]
  if (opening === undefined || trimmed.includes(opening)) return trimmed
  return withoutPunctuation(trimmed.slice(0, -1))
}

/** The beginning of a text that is too long to show at once, cut at the end of a line if there is one near. */
export function beginningOf(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = text.lastIndexOf('\n', maxLength)
  return text.slice(0, end > maxLength / 2 ? end : maxLength).toWellFormed()
}
