import * as contract from '../contract/index.ts'
import { StandardSyncResponse, type TSchema } from '../contract/index.ts'
import type { Json } from './operation.ts'
import { OWN_SCHEMAS } from './own-schemas.ts'
import { describeMember, describeSchema } from './schema-descriptions.ts'

type Node = Readonly<Record<string, unknown>>

/** Keywords that are copied as they are. */
const COPIED = [
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'examples',
]
/** Annotations of the contract for reading input; the document has the documented spelling only. */
const DROPPED = ['aliases', 'accept', 'address']

/** The schemas of the contract that have a name in the document, by their content. */
const NAMES = new Map<string, string>(
  Object.entries({ ...contract, ...OWN_SCHEMAS, ...syncParts() })
    .filter(([, value]) => isNameable(value))
    .map(([name, schema]) => [JSON.stringify(schema), name]),
)

/** The parts that all pages of syncs have in common. */
function syncParts(): Record<string, unknown> {
  const { metadata, pagination } = StandardSyncResponse(contract.Email).properties
  return { PageMetadata: metadata, Pagination: pagination }
}

/** Objects and unions have names; numbers and texts are written where they are used. */
function isNameable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'anyOf' in value || 'oneOf' in value || ('type' in value && value.type === 'object')
}

/** Converts schemas of the contract to those of the document, and collects the components that they refer to. */
export class SchemaWriter {
  readonly #components = new Map<string, Json>()

  /** The components that were referred to so far, by name. */
  get components(): Json {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** A reference to a schema that has a name, else the schema itself. */
  write(schema: TSchema): Json {
    const name = NAMES.get(JSON.stringify(schema))
    return name ? this.#refer(name, schema as Node) : this.#convert(schema as Node)
  }

  #refer(name: string, node: Node): Json {
    if (!this.#components.has(name)) {
      this.#components.set(name, {})
      this.#components.set(name, { description: describeSchema(name), ...this.#convert(node, name) })
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** `owner`: the name of the component that the members belong to. */
  #convert(node: Node, owner = ''): Json {
    const result: Record<string, unknown> = {}
    for (const [keyword, value] of Object.entries(node)) {
      if (COPIED.includes(keyword)) Object.assign(result, toPlainNumber(keyword, value))
      else if (keyword === 'description') result.description = toSentence(String(value))
      else if (keyword === 'required') result.required = value
      else if (keyword === 'pattern') Object.assign(result, isPortable(String(value)) ? { pattern: value } : {})
      else if (keyword === 'items') result.items = this.write(value as TSchema)
      else if (keyword === 'properties') result.properties = this.#properties(value as Record<string, Node>, owner)
      else if (keyword === 'patternProperties') result.additionalProperties = true
      else if (keyword === 'discriminator') result.discriminator = this.#discriminator(node)
      else if (keyword === 'anyOf' || keyword === 'oneOf') Object.assign(result, this.#union(keyword, value as Node[]))
      else if (!DROPPED.includes(keyword))
        throw new Error(`The OpenAPI document has no form for the keyword ${keyword}.`)
    }
    // Every branch says of itself that it is an object, and which members it requires.
    if ('oneOf' in result) for (const keyword of ['type', 'required']) delete result[keyword]
    return owner === 'OutlineItem' ? withNestedOutline(result) : result
  }

  #properties(properties: Record<string, Node>, owner: string): Json {
    const entries = Object.entries(properties).map(([name, member]) => {
      const schema = this.write(member as unknown as TSchema)
      return [name, { ...schema, description: describeMember(owner, name, schema.description as string | undefined) }]
    })
    return Object.fromEntries(entries)
  }

  /** Which branch has which value of the member that distinguishes them. */
  #discriminator({ discriminator, oneOf }: Node): Json {
    const { propertyName } = discriminator as { propertyName: string }
    const mapping = (oneOf as TSchema[]).map((branch) => {
      const { properties } = branch as unknown as { properties: Record<string, { const: string }> }
      return [properties[propertyName]?.const, this.write(branch).$ref]
    })
    return { propertyName, mapping: Object.fromEntries(mapping) }
  }

  /** A union of constants is an enumeration, which every generator knows. */
  #union(keyword: string, branches: readonly Node[]): Json {
    if (branches.every((branch) => typeof branch.const === 'string')) {
      return { type: 'string', enum: branches.map((branch) => branch.const) }
    }
    return { [keyword]: branches.map((branch) => this.write(branch as unknown as TSchema)) }
  }
}

/** A bound that refers to another member is left to the description. */
function toPlainNumber(keyword: string, value: unknown): Json {
  return typeof value === 'object' && !Array.isArray(value) ? {} : { [keyword]: value }
}

/** Look-around and escapes of code units exist in JavaScript, but not in the expressions of every other language. */
function isPortable(pattern: string): boolean {
  return !/\(\?|\\u/.test(pattern)
}

/** The contract cannot refer to itself; the document can. */
function withNestedOutline({ properties, ...rest }: Record<string, unknown>): Json {
  const { children, ...others } = properties as Record<string, Json>
  return {
    ...rest,
    properties: { ...others, children: { ...children, items: { $ref: '#/components/schemas/OutlineItem' } } },
  }
}

export function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
