/** Compiles a path with wildcards: `*` matches any part of one segment, `**` anything; the rest is literal. */
export function toPathPattern(path: string): RegExp {
  const source = path
    .split(/(\*+)/)
    .map((piece) => (piece === '*' ? '[^/]*' : piece.startsWith('**') ? '.*' : escapeRegExp(piece)))
    .join('')
  return new RegExp(`^${source}$`)
}

function escapeRegExp(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
}
