/** A URL from outside that may be opened: http and https only. Undefined for anything else, such as javascript:. */
export function toSafeUrl(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
