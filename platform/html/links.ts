type Attributes = Record<string, string>

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Makes a link open in a new window without a referrer. A link without an allowed URL loses its target; its text stays. */
export function toLink(tagName: string, { href, target: _target, rel: _rel, ...rest }: Attributes) {
  const url = toAbsoluteUrl(href, LINK_PROTOCOLS)
  const target = url && { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }
  return { tagName, attribs: { ...rest, ...target } }
}

/**
 * The normalized form of a URL that has one of `protocols`, else undefined. Relative URLs are refused: they would resolve
 * against the page that shows the text. URLs without a scheme (`//host`) become https.
 */
export function toAbsoluteUrl(text = '', protocols: ReadonlySet<string>): string | undefined {
  const url = URL.parse(/^\s*\/\//.test(text) ? `https:${text.trim()}` : text)
  // sanitize-html searches URLs for comments in time that is quadratic in their number.
  return url && protocols.has(url.protocol) ? url.href.replaceAll('<', '%3C') : undefined
}
