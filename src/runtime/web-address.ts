/** The parsed URL if it is an absolute http or https one; undefined for all others, such as `javascript:`. */
export function parseWebUrl(text: string | undefined): URL | undefined {
  const url = text === undefined ? null : URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined
}

/** Whether the text is an absolute http or https URL. */
export function isWebUrl(text: string): boolean {
  return parseWebUrl(text) !== undefined
}

/** The host name of a URL without a leading `www.`; `''` if the URL has no host. */
export function domainOfUrl(url: URL): string {
  return url.hostname.replace(/^www\./, '')
}

/** The part of an email address after its last `@`, as it is written; the whole text if there is no `@`. */
export function domainOfEmail(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/** The path of a base URL, without a slash at its end: `''` for an origin. */
export function toBasePath(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '')
}
