import { type TSchema, Type } from './schema.ts'

/** Schemes of addresses that are safe to follow; `javascript:` and `data:` would run in the application that shows them. */
const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:']

/** An address that people may follow. `withoutUnsafeAddresses` drops all others. */
export const Address = (options: { description?: string; minLength?: number } = {}) =>
  Type.String({ ...options, address: 'absolute' })

/** An address that may also be a path below the provider's base URL. */
export const AddressOrPath = (options: { minLength?: number } = {}) => Type.String({ ...options, address: 'path' })

/** The keywords of a schema that this file reads. */
interface Node {
  address?: 'absolute' | 'path'
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
}

/** A value without unsafe addresses, and JSON pointers to those that were dropped. */
export interface SafeValue<Value> {
  value: Value
  dropped: string[]
}

/**
 * Drops every address whose scheme is none of http, https, mailto and tel. A required one becomes the empty text. The value
 * is not modified; parts without such addresses are not copied.
 */
export function withoutUnsafeAddresses<Value>(schema: TSchema, value: Value): SafeValue<Value> {
  const dropped: string[] = []
  return { value: clean(schema as Node, value, '#', dropped) as Value, dropped }
}

function clean(node: Node, value: unknown, pointer: string, dropped: string[]): unknown {
  if (typeof value !== 'object' || value === null || !hasAddresses(node)) return value
  if (Array.isArray(value)) return cleanList(node, value, pointer, dropped)
  let result = value as Record<string, unknown>
  for (const { properties = {}, required = [] } of branchesOf(node)) {
    for (const [name, member] of Object.entries(properties)) {
      const before = Object.hasOwn(result, name) ? result[name] : undefined
      if (member.address && typeof before === 'string') {
        if (before === '' || isSafe(before, member.address)) continue
        dropped.push(`${pointer}/${name}`)
        const { [name]: _unsafe, ...rest } = result
        result = required.includes(name) ? { ...rest, [name]: '' } : rest
        continue
      }
      const after = clean(member, before, `${pointer}/${name}`, dropped)
      if (after !== before) result = { ...result, [name]: after }
    }
  }
  return result
}

function cleanList({ items }: Node, list: unknown[], pointer: string, dropped: string[]): unknown[] {
  if (!items) return list
  const result = list.map((item, index) => clean(items, item, `${pointer}/${index}`, dropped))
  return result.some((item, index) => item !== list[index]) ? result : list
}

function isSafe(text: string, address: 'absolute' | 'path'): boolean {
  const url = address === 'path' ? URL.parse(text, 'https://provider.invalid') : URL.parse(text)
  return url !== null && SCHEMES.includes(url.protocol)
}

function branchesOf(node: Node): Node[] {
  return [node, ...(node.anyOf ?? []), ...(node.oneOf ?? [])]
}

const found = new WeakMap<object, boolean>()

/** Whether a schema has addresses in it. Computed once, so that all others cost nothing. */
function hasAddresses(node: Node): boolean {
  const cached = found.get(node)
  if (cached !== undefined) return cached
  found.set(node, false)
  const children = branchesOf(node).flatMap(({ properties, items }) => [
    ...Object.values(properties ?? {}),
    ...(items ? [items] : []),
  ])
  const result = node.address !== undefined || children.some(hasAddresses)
  found.set(node, result)
  return result
}
