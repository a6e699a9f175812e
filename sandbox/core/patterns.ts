/** A path with wildcards: `*` stands for any part of one segment, `**` for anything; the rest is literal. */
export function pathPattern(path: string): RegExp {
  const source = path
    .split(/(\*+)/)
    .map((piece) => (piece === '*' ? '[^/]*' : piece.startsWith('**') ? '.*' : literal(piece)))
    .join('')
  return new RegExp(`^${source}$`)
}

function literal(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
}
