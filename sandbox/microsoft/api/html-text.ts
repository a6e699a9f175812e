const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  zwnj: '\u200c',
}

/** Converts HTML to text roughly as Exchange does: blocks become lines and links show their address. */
export function htmlToText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2 &lt;$1&gt;')
    .replace(/<(br|hr|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]*>/gi, '\r\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|(\w+));/g, (entity, code?: string, name = '') =>
      code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? entity),
    )
    .trim()
}

/** Removes the elements and attributes that Outlook removes unless unsafe HTML is requested. */
export function sanitizeHtml(html: string): string {
  return html
    .replace(/<(script|iframe|object|embed)\b[\s\S]*?(<\/\1>|$)/gi, '')
    .replace(/\son\w+=("[^"]*"|'[^']*'|[^\s>]+)/gi, '')
}

/** Wraps an HTML body in a page as Outlook does. */
export function wrapHtmlPage(html: string): string {
  const head = '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">'
  return `<html>\r\n<head>\r\n${head}\r\n</head>\r\n<body>\r\n${html}\r\n</body>\r\n</html>\r\n`
}
