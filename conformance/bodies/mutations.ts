import type { TSchema } from '../../src/contract/index.ts'
import { isAcceptable } from '../run/schemas.ts'

/** How a body is wrong. `range`: a value of the right type that is not allowed. */
export type MutationKind = 'missing' | 'type' | 'range'

/** A body in which one member is wrong. */
export interface Mutation {
  kind: MutationKind
  /** JSON pointer to what is wrong. */
  pointer: string
  body: unknown
  /** What is wrong, for reports. */
  title: string
}

/** The keywords of a schema that mutations are made from. */
interface Node {
  type?: string
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  required?: string[]
  items?: Node
  anyOf?: Node[]
  enum?: unknown[]
  const?: unknown
  minLength?: number
  minimum?: number
  pattern?: string
}

type Place = (replacement: unknown) => unknown

/** A value of each JSON type. Null is left out where a member may be absent: many senders write one for the other. */
const VALUES: readonly [string, unknown][] = [
  ['null', null],
  ['string', 'text'],
  ['number', 7.5],
  ['boolean', true],
  ['array', ['text']],
  ['object', { text: 'text' }],
]

/** Every body that differs from a valid one in one member, and that the schema does not allow. */
export function mutationsOf(schema: TSchema, body: unknown): Mutation[] {
  const mutations: Mutation[] = []
  collect(schema as Node, body, '#', (replacement) => replacement, mutations)
  return mutations.filter(({ body: mutated }) => !isAcceptable(schema, mutated))
}

function collect(node: Node, value: unknown, pointer: string, place: Place, mutations: Mutation[]): void {
  const branch = branchOf(node, value)
  if (branch.properties && isObject(value)) {
    for (const [name, member] of Object.entries(branch.properties)) {
      const isRequired = branch.required?.includes(name) === true
      const at = `${pointer}/${name}`
      const placeMember: Place = (replacement) => place({ ...value, [name]: replacement })
      if (isRequired) {
        const { [name]: _, ...others } = value
        mutations.push({ kind: 'missing', pointer: at, body: place(others), title: `${at} is missing` })
      }
      collectWrong(member, at, isRequired, placeMember, mutations)
      if (Object.hasOwn(value, name)) collect(member, value[name], at, placeMember, mutations)
    }
  }
  if (branch.items && Array.isArray(value)) {
    const [first, ...others] = value
    const placeItem: Place = (replacement) => place([replacement, ...others])
    collectWrong(branch.items, `${pointer}/0`, true, placeItem, mutations)
    if (value.length > 0) collect(branch.items, first, `${pointer}/0`, placeItem, mutations)
  }
}

/** Values of other types, and values of the right type that are not allowed. */
function collectWrong(node: Node, pointer: string, isRequired: boolean, place: Place, mutations: Mutation[]): void {
  const types = typesOf(node)
  if (types.length === 0) return
  for (const [type, value] of VALUES) {
    if (types.includes(type) || (type === 'null' && !isRequired)) continue
    if (type === 'number' && types.includes('integer')) continue
    mutations.push({ kind: 'type', pointer, body: place(value), title: `${pointer} is ${JSON.stringify(value)}` })
  }
  for (const value of valuesOutOfRange(node, types)) {
    mutations.push({ kind: 'range', pointer, body: place(value), title: `${pointer} is ${JSON.stringify(value)}` })
  }
}

function valuesOutOfRange({ minLength, minimum, pattern, enum: values }: Node, types: readonly string[]): unknown[] {
  const list: unknown[] = []
  if (minLength !== undefined || pattern !== undefined) list.push('')
  if (pattern !== undefined) list.push('\u0000', 'not.valid')
  if (values) list.push('nobody-knows-this')
  if (types.includes('integer')) list.push(1.5)
  if (typeof minimum === 'number' && minimum >= 0) list.push(minimum - 1, -1)
  return list
}

function typesOf(node: Node): string[] {
  if (node.anyOf) return node.anyOf.flatMap(typesOf)
  if (node.type) return [node.type]
  return node.const === undefined ? [] : [typeof node.const]
}

/** The branch of a union that a value belongs to: the one whose required members it has. */
function branchOf(node: Node, value: unknown): Node {
  if (!node.anyOf || !isObject(value)) return node
  const fits = ({ required = [] }: Node) => required.every((name) => Object.hasOwn(value, name))
  return node.anyOf.find(fits) ?? node
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
