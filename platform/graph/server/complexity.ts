import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { GraphError } from '../errors.ts'
import type { GraphLimits } from './limits.ts'

/** What a document is made of, as far as it can make work. */
interface Tally {
  depth: number
  /** Aliases, and fields that are asked for again: validation compares each of them with each other. */
  aliases: number
  directives: number
  rootFields: number
  introspects: boolean
}

const NAMES: Readonly<Record<Exclude<keyof Tally, 'introspects'>, string>> = {
  depth: 'levels of selections',
  aliases: 'aliases and repeated fields',
  directives: 'directives',
  rootFields: 'root fields',
}

/**
 * Refuses a document that would be too much work, before anything walks it that grows faster than the document does.
 * Takes time in proportion to its length: every fragment is looked at once.
 */
export function refuseComplex(document: DocumentNode, limits: GraphLimits): GraphError[] {
  const tally = tallyOf(document)
  if (tally.introspects) return [new GraphError('INTROSPECTION_DISABLED', 'Introspection is disabled.')]
  return (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((name) => limits[name] > 0 && tally[name] > limits[name])
    .map((name) => tooComplex(`${tally[name]} ${NAMES[name]}; ${limits[name]} are allowed`))
}

export function tooComplex(what: string): GraphError {
  return new GraphError('QUERY_TOO_COMPLEX', `The query is too complex: ${what}.`)
}

function tallyOf(document: DocumentNode): Tally {
  const tally: Tally = { depth: 0, aliases: 0, directives: 0, rootFields: 0, introspects: false }
  const fragments = new Map<string, FragmentDefinitionNode>()
  const operations: OperationDefinitionNode[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  const depths = new Map<string, number>()
  const depthOf = (name: string): number => {
    const fragment = fragments.get(name)
    if (!fragment || depths.has(name)) return depths.get(name) ?? 0
    // A fragment that leads back to itself is refused by validation; here it must only not be followed for ever.
    depths.set(name, 0)
    const depth = walk(fragment.selectionSet, tally, depthOf)
    depths.set(name, depth)
    return depth
  }
  for (const name of fragments.keys()) depthOf(name)
  for (const { selectionSet, directives = [] } of operations) {
    tally.directives += directives.length
    tally.rootFields = Math.max(tally.rootFields, selectionSet.selections.length)
    tally.depth = Math.max(tally.depth, walk(selectionSet, tally, depthOf))
  }
  return tally
}

/** Counts what a selection holds, and answers how many levels it has. */
function walk(
  { selections }: SelectionSetNode,
  tally: Tally,
  depthOf: (fragment: string) => number,
  seen = new Set<string>(),
  type = '',
): number {
  let depth = 1
  for (const selection of selections) {
    tally.directives += selection.directives?.length ?? 0
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      depth = Math.max(depth, depthOf(selection.name.value))
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      const on = selection.typeCondition?.name.value ?? type
      depth = Math.max(depth, walk(selection.selectionSet, tally, depthOf, seen, on))
    } else {
      const name = selection.name.value
      const answered = `${type} ${selection.alias?.value ?? name}`
      if (name.startsWith('__') && name !== '__typename') tally.introspects = true
      if (selection.alias || seen.has(answered)) tally.aliases += 1
      seen.add(answered)
      if (selection.selectionSet) depth = Math.max(depth, 1 + walk(selection.selectionSet, tally, depthOf))
    }
  }
  return depth
}
