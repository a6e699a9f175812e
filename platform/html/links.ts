type Attributes = Record<string, string>

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** A link to a place outside, which learns nothing of where it stands. Without such a place only its text is left. */
export function toLink(tagName: string, { href, target: _target, rel: _rel, ...rest }: Attributes) {
  const address = toAbsoluteUrl(href, LINK_PROTOCOLS)
  const place = address && { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }
  return { tagName, attribs: { ...rest, ...place } }
}

/**
 * An address as browsers understand it, when it names its protocol itself and that is one of these. Relative ones would
 * lead to places of the page that shows the text.
 */
export function toAbsoluteUrl(address = '', protocols: ReadonlySet<string>): string | undefined {
  const whole = /^\s*\/\//.test(address) ? `https:${address.trim()}` : address
  const url = URL.parse(whole)
  // The library's search for comments in addresses takes a time that grows with the square of their number.
  return url && protocols.has(url.protocol) ? url.href.replaceAll('<', '%3C') : undefined
}
