import type { InputAnnotations, TSchema } from './schema.ts'

/** The keywords of a schema that `acceptAliases` reads. */
interface Node extends InputAnnotations {
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  allOf?: Node[]
}

/**
 * Replaces the accepted spellings in a value by the documented ones, as annotated in its schema. If both are present, the
 * documented one takes precedence. The value is not modified. Members without aliases are not copied, so large bodies
 * are cheap.
 */
export function acceptAliases(schema: TSchema, value: unknown): unknown {
  return accept(schema as Node, value)
}

function accept(node: Node, value: unknown): unknown {
  const plan = getPlan(node)
  if (!plan) return value
  const accepted = node.accept ? node.accept(value) : value
  if (Array.isArray(accepted)) return node.items ? accepted.map((item) => accept(node.items as Node, item)) : accepted
  return isObject(accepted) ? acceptObject(plan, accepted) : accepted
}

function acceptObject({ aliases, members }: Plan, value: Record<string, unknown>): Record<string, unknown> {
  const result = { ...value }
  for (const [alias, name] of aliases) {
    if (!Object.hasOwn(result, alias)) continue
    if (!Object.hasOwn(result, name)) result[name] = result[alias]
    delete result[alias]
  }
  for (const [name, member] of members) if (Object.hasOwn(result, name)) result[name] = accept(member, result[name])
  return result
}

/** What is to be done with the values of a schema: aliases of its own members, and members that have aliases inside. */
interface Plan {
  aliases: readonly [alias: string, name: string][]
  members: readonly [name: string, member: Node][]
}

const plans = new WeakMap<object, Plan | null>()

/** Null for a schema without aliases in it. Computed once per schema, so that such schemas cost nothing. */
function getPlan(node: Node): Plan | null {
  const cached = plans.get(node)
  if (cached !== undefined) return cached
  plans.set(node, null)
  // The branches of a union differ in the names of their members, so all of them can be applied at once.
  const branches = [node, ...(node.allOf ?? []), ...(node.anyOf ?? [])]
  const members = branches
    .flatMap(({ properties }) => Object.entries(properties ?? {}))
    .filter(([, member]) => getPlan(member))
  const hasItems = node.items !== undefined && getPlan(node.items) !== null
  const aliases = Object.entries(node.aliases ?? {})
  const isNeeded = aliases.length > 0 || node.accept !== undefined || members.length > 0 || hasItems
  const plan = isNeeded ? { aliases, members } : null
  plans.set(node, plan)
  return plan
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
