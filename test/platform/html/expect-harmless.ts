/** A tag as it may stand in clean HTML: lower case, every value quoted, nothing left to a parser's leniency. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)( \/)?>/g
const ATTRIBUTE = / ([a-z-]+)="([^"<>]*)"/g
const ENTITY = /&(?!amp;|lt;|gt;|quot;)/

const VOID = new Set(['br', 'col', 'hr', 'img', 'wbr'])
const NEVER = new Set(
  `applet area audio base body button canvas embed form frame frameset head html iframe input link map math meta
   noembed noframes noscript object option plaintext script select slot source style svg template textarea title track
   video xmp`.split(/\s+/),
)

/** Every attribute that there may be, with what it may say. */
const VALUES: Record<string, RegExp> = {
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

/** What of some HTML is not as clean HTML must be; empty when all is. */
export function faultsOf(html: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  for (const [tag, end, name = '', attributes = '', closed] of html.matchAll(TAG)) {
    if (NEVER.has(name)) faults.push(`an element: ${tag}`)
    if (VOID.has(name) !== (closed !== undefined)) faults.push(`a tag closed in the wrong way: ${tag}`)
    if (end && open.pop() !== name) faults.push(`an end of something else: ${tag}`)
    if (!end && !closed) open.push(name)
    faults.push(...attributeFaults(attributes))
  }
  if (open.length > 0) faults.push(`left open: ${open}`)
  const text = html.replace(TAG, '')
  if (/[<>]/.test(text)) faults.push(`text with markup: ${text}`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (ENTITY.test(html) || /[\0-\x08\x0b\x0e-\x1f\x7f]/.test(html) || !html.isWellFormed()) faults.push('characters')
  return faults
}

function attributeFaults(attributes: string): string[] {
  const seen = new Set<string>()
  return [...attributes.matchAll(ATTRIBUTE)].flatMap(([whole, name = '', value = '']) => {
    const isKnown = !seen.has(name) && VALUES[name]?.test(value.replaceAll('&quot;', '"'))
    seen.add(name)
    return isKnown ? [] : [`an attribute:${whole}`]
  })
}
