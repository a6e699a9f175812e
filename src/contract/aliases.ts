import type { Reading, TSchema } from './schema.ts'

/** What `acceptAliases` looks at in a schema; everything else in it is Ajv's business. */
interface Node extends Reading {
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  allOf?: Node[]
}

/**
 * Turns every accepted spelling of a value into the documented one, guided by the annotations in its schema.
 * The documented name wins when both are present. The given value is never changed; parts without aliases are
 * handed on as they are, so a large body costs nothing here.
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
  // The members of a union's branches differ in name, so all branches can be read at once.
  for (const part of [node, ...(node.allOf ?? []), ...(node.anyOf ?? [])]) {
    for (const [name, member] of Object.entries(part.properties ?? {})) {
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

const known = new WeakMap<object, boolean>()

/** Whether this schema or one inside it lists an alias: asked once per schema, so plain schemas are skipped at no cost. */
function hasAliases(node: Node): boolean {
  const answer = known.get(node)
  if (answer !== undefined) return answer
  known.set(node, false)
  const inside = [
    ...Object.values(node.properties ?? {}),
    ...(node.items ? [node.items] : []),
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
  ]
  const result = Boolean(node.aliases || node.accept) || inside.some(hasAliases)
  known.set(node, result)
  return result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
