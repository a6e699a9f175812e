/** Such as “example.com/about”: an address without what everybody knows. */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname } = new URL(url)
  const path = pathname === '/' ? '' : pathname
  return `${host.replace(/^www\./, '')}${path.length > 40 ? `${path.slice(0, 40)}…` : path}`
}
