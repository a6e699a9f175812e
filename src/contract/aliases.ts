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
  if (!hasAliases(node)) return value
  const accepted = node.accept ? node.accept(value) : value
  if (Array.isArray(accepted)) return node.items ? accepted.map((item) => accept(node.items as Node, item)) : accepted
  if (!isObject(accepted)) return accepted
  const renamed = rename(accepted, node.aliases ?? {})
  return acceptMembers(node, renamed)
}

function acceptMembers(node: Node, value: Record<string, unknown>): Record<string, unknown> {
  const result = { ...value }
  // The branches of a union differ in the names of their members, so all of them can be applied at once.
  for (const branch of [node, ...(node.allOf ?? []), ...(node.anyOf ?? [])]) {
    for (const [name, member] of Object.entries(branch.properties ?? {})) {
      if (Object.hasOwn(result, name)) result[name] = accept(member, result[name])
    }
  }
  return result
}

function rename(value: Record<string, unknown>, aliases: Record<string, string>): Record<string, unknown> {
  const result = { ...value }
  for (const [alias, name] of Object.entries(aliases)) {
    if (!Object.hasOwn(result, alias)) continue
    if (!Object.hasOwn(result, name)) result[name] = result[alias]
    delete result[alias]
  }
  return result
}

const cache = new WeakMap<object, boolean>()

/** Whether a schema or one nested in it has aliases. Cached per schema, so that schemas without aliases cost nothing. */
function hasAliases(node: Node): boolean {
  const cached = cache.get(node)
  if (cached !== undefined) return cached
  cache.set(node, false)
  const nested = [
    ...Object.values(node.properties ?? {}),
    ...(node.items ? [node.items] : []),
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
  ]
  const result = Boolean(node.aliases || node.accept) || nested.some(hasAliases)
  cache.set(node, result)
  return result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
