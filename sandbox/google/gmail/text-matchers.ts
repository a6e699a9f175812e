/** An address has to be the whole one; a name or a domain may be a part of the line. */
export function createAddressMatcher(wanted: string): (line: string) => boolean {
  if (!wanted.includes('@')) return createWordMatcher(wanted)
  return (line) => {
    const addresses: readonly string[] = line.toLowerCase().match(/[^\s<>,;:"()]+@[^\s<>,;:"()]+/g) ?? []
    return addresses.includes(wanted)
  }
}

/** Whole words in scripts that part them; anywhere in scripts that do not. */
export function createWordMatcher(wanted: string): (text: string) => boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')
  if (/[\u0250-\uffff]/.test(wanted)) return (text) => plain(text).includes(wanted)
  const literal = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'u')
  return (text) => pattern.test(plain(text))
}
