/**
 * What HTML from outside may contain when it is shown. The platform has removed everything else before; the frame does not
 * rely on that.
 */
export const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set(
  `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl
   dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s
   samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(
    /\s+/,
  ),
)

/** Elements of which nothing is shown. The content of any other element that is not allowed is shown without it. */
export const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(
  `applet audio base canvas dialog embed frame frameset head iframe link math meta noembed noframes noscript object option
   plaintext portal script select style svg template textarea title video xml xmp`.split(/\s+/),
)

export const ALLOWED_ATTRIBUTES: ReadonlySet<string> = new Set(
  `align alt bgcolor border cellpadding cellspacing color colspan datetime dir face height lang rowspan scope size span
   start style title type valign value width`.split(/\s+/),
)

/** Declarations that load something, cover the rest, or depend on the height of the frame, which depends on its content. */
const UNSAFE_DECLARATION =
  /url\s*\(|image-set|\\|expression|behavior|-moz-binding|position\s*:|content\s*:|cursor\s*:|transform|z-index|animation|\d(?:[sld]?v(?:h|b|max|min))\b/i

/** A style without unsafe declarations. */
export function toSafeStyle(style: string): string {
  if (!UNSAFE_DECLARATION.test(style)) return style
  return style
    .split(';')
    .filter((declaration) => !UNSAFE_DECLARATION.test(declaration))
    .join(';')
}

/** The address of a link that may be followed: http, https, mailto and tel. */
export function toSafeHref(href: string): string | undefined {
  const address = href.startsWith('//') ? `https:${href}` : href
  if (!URL.canParse(address)) return undefined
  const { protocol, href: safe } = new URL(address)
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? safe : undefined
}

/** The address of a picture: within the text itself, at another host, or neither. */
export function toPicture(source: string): { kind: 'inline' | 'remote'; url: string } | undefined {
  const url = source.trim()
  if (/^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i.test(url)) return { kind: 'inline', url }
  const safe = toSafeHref(url)
  return safe?.startsWith('http') ? { kind: 'remote', url: safe } : undefined
}

/** Whether mail programs mark quoted messages with this class. */
export function isQuoteClass(classes: string): boolean {
  return /(?:^|\s)[a-z]{2,20}[_-]quote(?:d|_container)?(?:\s|$)/i.test(classes)
}
