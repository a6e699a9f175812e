import type { VendorResponse } from './vendor-responses.ts'

interface DescribedField {
  name: string
  soapType: string
  nillable: boolean
  relationshipName: string | null
}

/** Described objects by name. */
export type Descriptions = ReadonlyMap<string, readonly DescribedField[]>

interface Row {
  attributes: { type: string; url?: string }
  [field: string]: unknown
}

/** What JSON has for a type of the description (https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta). */
const JSON_TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  'tns:ID': (value) => /^\w{18}$/.test(String(value)),
  'xsd:string': (value) => typeof value === 'string',
  'xsd:boolean': (value) => typeof value === 'boolean',
  'xsd:int': (value) => Number.isInteger(value),
  'xsd:double': (value) => typeof value === 'number',
  'xsd:date': (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  'xsd:dateTime': (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/.test(String(value)),
  'xsd:time': (value) => /^\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  'xsd:base64Binary': (value) => typeof value === 'string',
  'urn:address': (value) => typeof value === 'object',
  'urn:location': (value) => typeof value === 'object',
  'xsd:anyType': () => true,
}

const field = (name: string, soapType: string, relationshipName: string | null = null): DescribedField => ({
  name,
  soapType,
  relationshipName,
  nillable: false,
})

/** The fields of files and notes that the hub reads without their description, by the object reference. */
export const CONTENT_OBJECTS: Descriptions = new Map([
  [
    'ContentDocumentLink',
    [field('ContentDocumentId', 'tns:ID', 'ContentDocument'), field('LinkedEntityId', 'tns:ID', 'LinkedEntity')],
  ],
  ['ContentDocument', [field('Title', 'xsd:string'), field('CreatedDate', 'xsd:dateTime')]],
  ['ContentVersion', [field('ContentDocumentId', 'tns:ID', 'ContentDocument')]],
])

/** Reads the descriptions among responses. */
export function toDescriptions(responses: readonly VendorResponse[]): Descriptions {
  const described = responses.filter(({ path, status }) => status === 200 && /\/describe$/.test(path))
  return new Map(
    described.map(({ response }) => {
      const { name, fields } = response as { name: string; fields: DescribedField[] }
      return [name, fields]
    }),
  )
}

/** Returns a line for each value in rows that the description of its object does not allow. */
export function compareRows(responses: readonly VendorResponse[], descriptions: Descriptions): string[] {
  const differences = responses.flatMap(({ source, path, response }) =>
    findRows(response).flatMap((row) => compareRow(row, descriptions).map((line) => `${source}: ${line} (${path})`)),
  )
  return [...new Set(differences)]
}

/** The rows anywhere in a response, also those of parents and children. */
function findRows(value: unknown): Row[] {
  if (Array.isArray(value)) return value.flatMap(findRows)
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.values(value).flatMap(findRows)
  return isRow(value) ? [value, ...nested] : nested
}

function isRow(value: object): value is Row {
  const { attributes } = value as { attributes?: { type?: unknown } }
  return typeof attributes?.type === 'string'
}

function compareRow({ attributes, ...values }: Row, descriptions: Descriptions): string[] {
  const fields = descriptions.get(attributes.type)
  // Results of aggregate functions belong to no object.
  if (attributes.type === 'AggregateResult') return []
  if (!fields) return [`${attributes.type} is not described`]
  return Object.entries(values).flatMap(([name, value]) => {
    if (fields.some(({ relationshipName }) => relationshipName === name) || isSubquery(value)) return []
    const field = fields.find((described) => described.name === name)
    if (!field) return [`${attributes.type} has no field ${name}`]
    if (value === null) return field.nillable ? [] : [`${attributes.type}.${name} must not be null`]
    return JSON_TYPES[field.soapType]?.(value)
      ? []
      : [`${attributes.type}.${name} is no ${field.soapType}: ${JSON.stringify(value)}`]
  })
}

function isSubquery(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'records' in value
}
