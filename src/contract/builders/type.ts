import type { Type as TypeBox } from 'typebox'

/** What the contract uses of TypeBox. */
type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Interface'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>

type Schema = Record<string, unknown>
type Properties = Record<string, Schema>

/**
 * Builds schemas as TypeBox does, with its types, and without loading it: its 373 files take a third of the hub's start
 * (docs/decisions/065-the-start-of-the-hub.md). Every schema equals TypeBox's, including the members that it hides, so that
 * its other functions accept them.
 */
export const Type = {
  Array: (items: Schema, options?: Schema) => create('Array', { type: 'array', items }, options),
  Boolean: (options?: Schema) => create('Boolean', { type: 'boolean' }, options),
  Integer: (options?: Schema) => create('Integer', { type: 'integer' }, options),
  /** Of objects whose members have different names. */
  Interface: (heritage: { properties: Properties }[], properties: Properties, options?: Schema) =>
    object(Object.assign({}, ...heritage.map((parent) => parent.properties), properties), options),
  Literal: (value: unknown, options?: Schema) => create('Literal', { type: typeof value, const: value }, options),
  Null: (options?: Schema) => create('Null', { type: 'null' }, options),
  Number: (options?: Schema) => create('Number', { type: 'number' }, options),
  Object: object,
  Optional: (schema: Schema) => hide(copy(schema), { '~optional': true }),
  /** Of texts only. */
  Record: (_key: Schema, value: Schema, options?: Schema) =>
    create('Record', { type: 'object', patternProperties: { '^.*$': value } }, options),
  String: (options?: Schema) => create('String', { type: 'string' }, options),
  Union: (anyOf: Schema[], options?: Schema) => create('Union', { anyOf }, options),
  Unknown: (options?: Schema) => create('Unknown', {}, options),
  Unsafe: (schema: Schema) => hide(copy(schema), { '~unsafe': null }),
} as unknown as Builders

function object(properties: Properties, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(properties[name] ?? {}, '~optional'))
  return create('Object', { type: 'object', ...(required.length > 0 && { required }), properties }, options)
}

function create(kind: string, keywords: Schema, options: Schema = {}): Schema {
  return hide({ ...keywords, ...options }, { '~kind': kind })
}

/** A copy with the hidden members of the original. */
function copy(schema: Schema): Schema {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
}

/** Adds members that are not enumerable, and so are no part of the JSON Schema. */
function hide(schema: Schema, members: Schema): Schema {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(schema, name, { configurable: true, writable: true, enumerable: false, value })
  }
  return schema
}
