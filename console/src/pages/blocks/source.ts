/** Where a block came from. Applications are named by the platform. */
interface Sourced {
  application: string | null
  provider: string | null
}

/** Names of applications as words, such as “Example mail” for `example-mail`. Undefined for what was written here. */
export function wordsOfSource({ application, provider }: Sourced): string | undefined {
  const name = application ?? provider
  if (!name || name === 'graph') return undefined
  const words = name.replaceAll(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
