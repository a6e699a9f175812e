import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { GraphError } from '../errors.ts'
import type { GraphLimits } from './limits.ts'

/** The properties of a document that determine how much work it can cause. */
interface Tally {
  depth: number
  /** Aliases, and fields selected more than once: validation compares each of them with every other. */
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
 * The errors of a document that exceeds the limits, before validation walks it in more than linear time. Visits every
 * fragment once, so the time is proportional to the document's length.
 */
export function refuseComplex(document: DocumentNode, limits: GraphLimits): GraphError[] {
  const tally = tallyOf(document)
  if (tally.introspects) return [new GraphError('INTROSPECTION_DISABLED', 'Introspection is disabled.')]
  return (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((name) => limits[name] > 0 && tally[name] > limits[name])
    .map((name) => tooComplex(`${tally[name]} ${NAMES[name]}; at most ${limits[name]} are allowed`))
}

export function tooComplex(reason: string): GraphError {
  return new GraphError('QUERY_TOO_COMPLEX', `The query is too complex: ${reason}.`)
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
    // Validation refuses cyclic fragments; here it is enough not to follow them forever.
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

/** Adds a selection set to the tally and returns its depth. */
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
      const conditionType = selection.typeCondition?.name.value ?? type
      depth = Math.max(depth, walk(selection.selectionSet, tally, depthOf, seen, conditionType))
    } else {
      const name = selection.name.value
      const responseName = `${type} ${selection.alias?.value ?? name}`
      if (name.startsWith('__') && name !== '__typename') tally.introspects = true
      if (selection.alias || seen.has(responseName)) tally.aliases += 1
      seen.add(responseName)
      if (selection.selectionSet) depth = Math.max(depth, 1 + walk(selection.selectionSet, tally, depthOf))
    }
  }
  return depth
}
