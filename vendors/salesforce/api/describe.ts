import type { Field as DescribedField, DescribeGlobalResult, DescribeSObjectResult } from 'jsforce'
import { LRUCache } from 'lru-cache'
import type { FieldOption } from '../../../src/contract/index.ts'
import type { Client } from './client.ts'
import { path } from './path.ts'
import { unreadableResponse } from './response.ts'

/** A field as this user sees it: one that field-level security hides is not described at all. */
export interface ObjectField {
  name: string
  label: string
  /** Salesforce's own word for the type, in small letters. */
  type: string
  /** Characters it holds at most; 0 where that means nothing. */
  length: number
  scale: number
  nillable: boolean
  createable: boolean
  updateable: boolean
  defaultedOnCreate: boolean
  /** Nobody can write it: formulas, numbers given by Salesforce, dates it keeps. */
  computed: boolean
  filterable: boolean
  sortable: boolean
  nameField: boolean
  htmlFormatted: boolean
  /** Whether only the options will do. */
  restricted: boolean
  options: FieldOption[]
  referenceTo: string[]
}

/** An object as this user sees it. */
export class ObjectType {
  readonly name: string
  readonly label: string
  readonly keyPrefix: string
  readonly createable: boolean
  readonly updateable: boolean
  readonly fields: readonly ObjectField[]
  readonly #byName: ReadonlyMap<string, ObjectField>

  constructor(described: DescribeSObjectResult) {
    this.name = described.name
    this.label = described.label
    this.keyPrefix = described.keyPrefix ?? ''
    this.createable = described.createable
    this.updateable = described.updateable
    this.fields = described.fields.map(toObjectField)
    this.#byName = new Map(this.fields.map((field) => [field.name.toLowerCase(), field]))
  }

  /** The field of that name; Salesforce does not mind the case. */
  find(fieldName: string): ObjectField | undefined {
    return this.#byName.get(fieldName.toLowerCase())
  }

  /** The field that people know a record by: `Name`, a case's `CaseNumber`, a task's `Subject`. */
  get nameField(): ObjectField | undefined {
    return this.fields.find(({ nameField }) => nameField)
  }
}

/** What describe global tells of an object. */
export interface ObjectSummary {
  name: string
  label: string
  keyPrefix: string
  queryable: boolean
  createable: boolean
}

/** How long a description is believed (ms), and how many are kept: it costs a call and a hundred kilobytes. */
const CACHE_TTL_MS = 300_000
const objectTypes = new LRUCache<string, ObjectType>({ max: 2_000, ttl: CACHE_TTL_MS })
const summaries = new LRUCache<string, ObjectSummary[]>({ max: 500, ttl: CACHE_TTL_MS })

/** Describes an object; `scope` is whose eyes it is seen with. Throws a not-found VendorError for one that is hidden. */
export async function describeObject(client: Client, scope: string, object: string): Promise<ObjectType> {
  const key = `${scope} ${object.toLowerCase()}`
  const known = objectTypes.get(key)
  if (known) return known
  const described = await client.request<DescribeSObjectResult>({ path: path`/sobjects/${object}/describe` })
  if (!Array.isArray(described.fields)) throw unreadableResponse()
  const found = new ObjectType(described)
  objectTypes.set(key, found)
  return found
}

/** Forgets a description, because the caller wants to know what is true now. */
export function evictObject(scope: string, object: string): void {
  objectTypes.delete(`${scope} ${object.toLowerCase()}`)
}

/** Every object this user may see. */
export async function describeGlobal(client: Client, scope: string): Promise<ObjectSummary[]> {
  const known = summaries.get(scope)
  if (known) return known
  const { sobjects } = await client.request<DescribeGlobalResult>({ path: path`/sobjects` })
  if (!Array.isArray(sobjects)) throw unreadableResponse()
  const found = sobjects.map(({ name, label, keyPrefix, queryable, createable }) => {
    return { name, label, keyPrefix: keyPrefix ?? '', queryable, createable }
  })
  summaries.set(scope, found)
  return found
}

/** Forgets which objects there are. */
export function evictGlobal(scope: string): void {
  summaries.delete(scope)
}

function toObjectField(field: DescribedField): ObjectField {
  const { name, label, type, length, scale, nillable, createable, updateable, defaultedOnCreate } = field
  const { filterable, sortable, nameField, htmlFormatted, restrictedPicklist, picklistValues, referenceTo } = field
  return {
    ...{ name, label, type, length, scale, nillable, createable, updateable, defaultedOnCreate },
    ...{ filterable, sortable, nameField, htmlFormatted },
    computed: isComputed(field),
    restricted: restrictedPicklist,
    options: (picklistValues ?? []).flatMap(toOption),
    referenceTo: referenceTo ?? [],
  }
}

/** Kept by Salesforce for every object, whatever a user may. */
const SYSTEM_FIELDS = new Set([
  ...['Id', 'IsDeleted', 'MasterRecordId', 'CreatedDate', 'CreatedById', 'LastModifiedDate', 'LastModifiedById'],
  ...['SystemModstamp', 'LastActivityDate', 'LastViewedDate', 'LastReferencedDate'],
])

/** `permissionable` is false where no administrator can give or take the right to write. */
function isComputed({ name, calculated, autoNumber, permissionable, createable, updateable }: DescribedField): boolean {
  if (createable || updateable) return false
  return calculated || autoNumber || permissionable === false || SYSTEM_FIELDS.has(name)
}

/** The value is what the API knows, the label is for people and translated. */
function toOption({ value, label, active }: { value: string; label: string | null; active: boolean }): FieldOption[] {
  return active ? [{ value, label: label ?? value }] : []
}
