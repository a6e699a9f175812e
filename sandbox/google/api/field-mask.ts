/** A parsed `fields` parameter: the selected members with the mask of each. An empty mask selects everything. */
export type Mask = Map<string, Mask>

/**
 * Returns only the members that the `fields` parameter selects, such as `nextPageToken,items(id,start/date)`
 * (https://developers.google.com/workspace/gmail/api/guides/performance#partial). Throws a SyntaxError.
 */
export function selectFields(body: unknown, fields: string): unknown {
  return project(body, parseFields(fields))
}

/** Throws a SyntaxError. */
export function parseFields(fields: string): Mask {
  const tokens = fields.match(/[(),/]|[^(),/\s]+/g) ?? []
  const mask = list()
  if (tokens.length > 0) throw new SyntaxError(`Invalid field selection ${fields}`)
  return mask

  function list(): Mask {
    const members: Mask = new Map()
    do {
      const [name, below] = member()
      members.set(name, new Map([...(members.get(name) ?? []), ...below]))
    } while (take(','))
    return members
  }

  function member(): [string, Mask] {
    const name = tokens.shift()
    if (name === undefined || /^[(),/]$/.test(name)) throw new SyntaxError(`Invalid field selection ${fields}`)
    if (take('/')) return [name, new Map([member()])]
    if (!take('(')) return [name, new Map()]
    const members = list()
    if (!take(')')) throw new SyntaxError(`Invalid field selection ${fields}`)
    return [name, members]
  }

  function take(token: string): boolean {
    if (tokens[0] !== token) return false
    tokens.shift()
    return true
  }
}

function project(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => project(item, mask))
  const selected = Object.entries(value).filter(([name]) => mask.has(name) || mask.has('*'))
  return Object.fromEntries(
    selected.map(([name, member]) => [name, project(member, mask.get(name) ?? mask.get('*') ?? new Map())]),
  )
}
