/** A URL from outside that may be opened: http and https only. Undefined for anything else, such as javascript:. */
export function toSafeUrl(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/** The path of an address of this origin, with its query and fragment; the start page for any other address. */
export function pathWithin(origin: string, address: string | null): string {
  if (!address || !URL.canParse(address, origin)) return '/'
  const url = new URL(address, origin)
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/'
}
