const KINDS = ['person', 'person', 'person', 'company', 'topic', 'location']

/** A generator of numbers from 0 to 1 that always has the same sequence (mulberry32). */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A graph like that of a mailbox: groups of people around companies, a few known by everybody, many with one link. */
export function generatePicture(nodeCount, linkCount) {
  const random = createRandom(7)
  const nodes = Array.from({ length: nodeCount }, (_, index) => ({
    id: `node ${index}`,
    label: `Person or company ${index}`,
    kind: KINDS[index % KINDS.length],
    weight: Math.ceil(400 / (1 + index / 8)),
  }))
  const groupCount = Math.ceil(nodeCount / 40)
  const links = new Map()
  while (links.size < linkCount) {
    const group = Math.floor(random() * groupCount)
    const member = () => group + groupCount * Math.floor(random() ** 2 * Math.floor(nodeCount / groupCount))
    const source = random() < 0.05 ? Math.floor(random() * 20) : member()
    const target = member()
    if (source === target || source >= nodeCount || target >= nodeCount) continue
    const [low, high] = source < target ? [source, target] : [target, source]
    links.set(`${low} ${high}`, {
      source: `node ${low}`,
      target: `node ${high}`,
      weight: Math.ceil(60 / (1 + random() * 59)),
    })
  }
  return { nodes, links: [...links.values()] }
}
