/** A comment as the rich-text editor's JSON: paragraphs between blank lines, and line breaks within them. */
export function toBodyDocument(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .filter((paragraph) => paragraph !== '')
  return JSON.stringify({ type: 'doc', content: paragraphs.map(toParagraph) })
}

function toParagraph(text: string) {
  const content = text.split('\n').flatMap((line, index) => {
    const words = line === '' ? [] : [{ type: 'text', text: line }]
    return index === 0 ? words : [{ type: 'hardBreak' }, ...words]
  })
  return { type: 'paragraph', content }
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}
