/** Returns a function that finds a complete address, or a name or domain, in a header value. */
export function createAddressMatcher(query: string): (value: string) => boolean {
  if (!query.includes('@')) return createWordMatcher(query)
  return (value) => {
    const addresses: readonly string[] = value.toLowerCase().match(/[^\s<>,;:"()]+@[^\s<>,;:"()]+/g) ?? []
    return addresses.includes(query)
  }
}

/** Returns a function that finds whole words in scripts that separate words, and any substring in others. */
export function createWordMatcher(query: string): (text: string) => boolean {
  const normalize = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')
  if (/[\u0250-\uffff]/.test(query)) return (text) => normalize(text).includes(query)
  const literal = query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'u')
  return (text) => pattern.test(normalize(text))
}
