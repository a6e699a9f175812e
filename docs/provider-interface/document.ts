/** The parts of an OpenAPI 3.1 document that the reference shows, as this project writes them. */
export interface Document {
  info: { description: string }
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  webhooks: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  components: {
    securitySchemes: Readonly<Record<string, { description: string }>>
    parameters: Readonly<Record<string, ParameterObject>>
    headers: Readonly<Record<string, HeaderObject>>
    responses: Readonly<Record<string, ResponseObject>>
    schemas: Readonly<Record<string, Schema>>
  }
}

export interface OperationObject {
  tags: readonly string[]
  summary: string
  description?: string
  security?: readonly unknown[]
  parameters?: readonly (ParameterObject | Reference)[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface Reference {
  $ref: string
}

export interface ParameterObject {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

export interface HeaderObject {
  description?: string
  example?: unknown
}

export interface ResponseObject {
  description: string
  headers?: Readonly<Record<string, unknown>>
  content?: Content
}

export type Content = Readonly<Record<string, MediaType>>

export interface MediaType {
  schema?: Schema
  example?: unknown
  examples?: Readonly<Record<string, { summary?: string; value: unknown }>>
}

export interface Schema {
  $ref?: string
  description?: string
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  minLength?: number
  maxLength?: number
  minItems?: number
  pattern?: string
}

/** The last part of a reference: its name below `components`. */
export function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

/** The object itself, or the component that it refers to. */
export function resolve<Value extends object>(
  value: Value | Reference,
  components: Readonly<Record<string, Value>>,
): Value {
  if (!('$ref' in value)) return value
  const component = components[nameOf(value)]
  if (!component) throw new Error(`The document has no component ${value.$ref}`)
  return component
}
