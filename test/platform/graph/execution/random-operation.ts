/** Chooses a number from 0 to count - 1. */
export type Choose = (count: number) => number

/** Chooses by numbers that were drawn before; 0 when they are used up. */
export function chooseFrom(drawn: readonly number[]): Choose {
  let next = 0
  return (count) => (drawn[next++] ?? 0) % count
}

const LEAVES = ['id', 'name', 'count', 'kind', 'texts', 'grid', '__typename']
const OBJECTS = ['next', 'other', 'many', 'all']
const ECHOES = ['echo', 'echo(text: $text)', 'echo(text: null, list: [1, 2])', 'echo(filter: { of: { size: $size } })']
const CONDITIONS = ['', '', '', ' @include(if: $yes)', ' @skip(if: $yes)', ' @include(if: $no)', ' @skip(if: false)']

/** A query or mutation on the random schema, with fragments, aliases, conditions and variables; most of them are valid. */
export function createRandomOperation(choose: Choose): string {
  const condition = () => CONDITIONS[choose(CONDITIONS.length)] ?? ''
  const selectionSet = (depth: number): string => {
    const selections = Array.from({ length: 1 + choose(4) }, () => selection(depth))
    return `{ ${selections.join(' ')} }`
  }
  const selection = (depth: number): string => {
    const kind = depth > 3 ? choose(2) : choose(7)
    if (kind === 0) return `${LEAVES[choose(LEAVES.length)]}${condition()}`
    if (kind === 1) {
      const echo = choose(ECHOES.length)
      return `echo${echo}: ${ECHOES[echo]}${condition()}`
    }
    if (kind === 2) return `either${condition()} { ... on Node ${selectionSet(depth + 1)} __typename }`
    if (kind === 3) return `... on ${choose(2) === 0 ? 'One' : 'Node'}${condition()} ${selectionSet(depth + 1)}`
    if (kind === 4) return `...Shared${condition()}`
    const field = OBJECTS[choose(OBJECTS.length)] ?? ''
    const alias = choose(4) === 0 ? `a${field}: ` : ''
    return `${alias}${field}${condition()} ${selectionSet(depth + 1)}`
  }
  const shared = `fragment Shared on Node { name next { id count ... on Other { onlyOther { id } } } }`
  const type = choose(4) === 0 ? 'mutation' : 'query'
  const variables = '($text: String, $size: Int = 7, $yes: Boolean = true, $no: Boolean!)'
  return `${type} Random${variables} { next ${selectionSet(1)} many ${selectionSet(1)} all ${selectionSet(2)} count } ${shared}`
}
