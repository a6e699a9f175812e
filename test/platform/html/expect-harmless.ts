/** A tag in sanitized HTML: lower case, with all values quoted, so that no parser has to be lenient. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)( \/)?>/g
const ATTRIBUTE = / ([a-z-]+)="([^"<>]*)"/g
const ENTITY = /&(?!amp;|lt;|gt;|quot;)/

const VOID_TAGS = new Set(['br', 'col', 'hr', 'img', 'wbr'])
const FORBIDDEN_TAGS = new Set(
  `applet area audio base body button canvas embed form frame frameset head html iframe input link map math meta
   noembed noframes noscript object option plaintext script select slot source style svg template textarea title track
   video xmp`.split(/\s+/),
)

/** The allowed attributes with their allowed values. */
const ATTRIBUTE_VALUES: Record<string, RegExp> = {
  href: /^(https?:\/\/|mailto:|tel:)/,
  src: /^(cid:|data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$)/,
  'data-src': /^https?:\/\//,
  target: /^_blank$/,
  rel: /^noopener noreferrer nofollow$/,
  style:
    /^(?!.*((?<!\brgba?)\(|@|\\|\/\*|:-))(?!(.*;)?(position|behavior|content|cursor|opacity|--|-moz))[a-z-]+:[^;]+(;[a-z-]+:[^;]+)*$/,
  class: /^[a-z]+[_-](quote|quoted|quote_container|attr|signature|cite-prefix)( .*)?$/,
  ...Object.fromEntries(
    `align alt bgcolor border cellpadding cellspacing color colspan datetime dir face height lang role rowspan scope
     size span start title type valign value width`
      .split(/\s+/)
      .map((name) => [name, /^/]),
  ),
}

/** The violations of the rules for sanitized HTML. Empty if there are none. */
export function findFaults(html: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  for (const [tag, end, name = '', attributes = '', closed] of html.matchAll(TAG)) {
    if (FORBIDDEN_TAGS.has(name)) faults.push(`a forbidden element: ${tag}`)
    if (VOID_TAGS.has(name) !== (closed !== undefined)) faults.push(`a tag closed incorrectly: ${tag}`)
    if (end && open.pop() !== name) faults.push(`an end tag of another element: ${tag}`)
    if (!end && !closed) open.push(name)
    faults.push(...findAttributeFaults(attributes))
  }
  if (open.length > 0) faults.push(`not closed: ${open}`)
  const text = html.replace(TAG, '')
  if (/[<>]/.test(text)) faults.push(`text with markup: ${text}`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
  if (ENTITY.test(html) || /[\0-\x08\x0b\x0e-\x1f\x7f]/.test(html) || !html.isWellFormed()) faults.push('characters')
  return faults
}

function findAttributeFaults(attributes: string): string[] {
  const seen = new Set<string>()
  return [...attributes.matchAll(ATTRIBUTE)].flatMap(([whole, name = '', value = '']) => {
    const isAllowed = !seen.has(name) && ATTRIBUTE_VALUES[name]?.test(value.replaceAll('&quot;', '"'))
    seen.add(name)
    return isAllowed ? [] : [`a forbidden attribute:${whole}`]
  })
}
