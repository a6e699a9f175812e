/** An address that a browser may open; undefined for all others, such as those that are scripts. */
export function webAddress(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
