/** What of a file is read; robots have to read at least so much of it (RFC 9309, 2.5). */
const MAX_TEXT_LENGTH = 512_000
/** Maximum length of everything that concerns this robot. */
const MAX_RULES_LENGTH = 100_000

/** The rules of a robots.txt that concern one robot. */
export interface RobotsExtract {
  /** A robots.txt of these rules only. */
  text: string
  /** The total length of the patterns that have a wildcard. */
  wildcardLength: number
}

/**
 * Selects the rules for a robot of this name and those for all robots. Returns undefined if there are more than any site needs.
 * A file is not parsed as a whole, because a hostile one of a megabyte has billions of pairs of a robot and a rule.
 */
export function selectRules(file: string, robotName: string): RobotsExtract | undefined {
  const names = new Set([robotName.toLowerCase(), '*'])
  const selected: string[] = []
  let [length, wildcardLength] = [0, 0]
  const agents = new Set<string>()
  let isAmongAgents = false
  for (const { field, value } of readFields(file)) {
    if (field === 'user-agent') {
      if (!isAmongAgents) agents.clear()
      const name = value.replace(/\/.*/, '').trim().toLowerCase()
      if (names.has(name)) agents.add(name)
    } else if (agents.size > 0 && (field === 'allow' || field === 'disallow' || field === 'crawl-delay')) {
      const pattern = value.replace(/\*+/g, '*')
      if (isAmongAgents) selected.push(...[...agents].map((name) => `user-agent: ${name}`))
      selected.push(`${field}: ${pattern}`)
      length += pattern.length
      if (pattern.includes('*')) wildcardLength += pattern.length
      if (length > MAX_RULES_LENGTH) return undefined
    }
    isAmongAgents = field === 'user-agent'
  }
  return { text: selected.join('\n'), wildcardLength }
}

/** The lines of the form `field: value`, without comments. */
function* readFields(file: string): Generator<{ field: string; value: string }> {
  for (const line of file.slice(0, MAX_TEXT_LENGTH).split(/\r\n|\r|\n/)) {
    const [text = ''] = line.split('#', 1)
    const colon = text.indexOf(':')
    const field = text.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (field !== '') yield { field, value: text.slice(colon + 1).trim() }
  }
}
