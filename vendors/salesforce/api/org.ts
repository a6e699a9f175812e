import type { Credential } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { SalesforceSettings } from '../settings.ts'
import { type Client, createClient } from './client.ts'
import {
  describeGlobal,
  describeObject,
  evictGlobal,
  evictObject,
  type ObjectSummary,
  type ObjectType,
} from './describe.ts'
import { toId, toKeyPrefix } from './ids.ts'
import { requireInstance, toLightningOrigin } from './instance.ts'

/** A customer's Salesforce, as the user of one credential sees it during one request. */
export class Org {
  readonly client: Client
  readonly call: Call<SalesforceSettings>
  /** Origin of the API. */
  readonly instance: string
  /** Origin of the pages people look at. */
  readonly lightning: string
  /** What tells this org from every other, without a dot: external ids of tables are built on it. */
  readonly key: string
  readonly #scope: string
  readonly #types = new Map<string, Promise<ObjectType>>()
  #objects: Promise<ObjectSummary[]> | undefined

  /** Throws ValidationError, before anything is sent, for a host that is not Salesforce's. */
  constructor(credential: Credential, call: Call<SalesforceSettings>, pointer = '#/connectedProvider/credential') {
    this.client = createClient(credential, call, pointer)
    this.call = call
    this.instance = requireInstance(credential.instanceUrl, call.settings, `${pointer}/instanceUrl`)
    this.lightning = toLightningOrigin(this.instance, call.settings)
    this.key = toId(credential.instanceId ?? '') ?? new URL(this.instance).hostname.replaceAll('.', '_')
    // The token belongs to the scope too: whoever holds another one has to ask for himself.
    this.#scope = call.keys.sign('memory', JSON.stringify([this.instance, credential.email, credential.accessToken]))
  }

  /** Throws a not-found VendorError for an object that the org lacks or hides from this user. */
  describe(object: string): Promise<ObjectType> {
    const known = this.#types.get(object)
    if (known) return known
    const found = this.#describe(object)
    this.#types.set(object, found)
    return found
  }

  /** The same, from Salesforce itself. */
  refreshDescription(object: string): Promise<ObjectType> {
    this.#types.delete(object)
    evictObject(this.#scope, object)
    return this.describe(object)
  }

  async #describe(object: string): Promise<ObjectType> {
    if (!/^[A-Za-z]\w*$/.test(object)) throw objectNotFound()
    return describeObject(this.client, this.#scope, object)
  }

  /**
   * Works with a description, and once more with a new one when Salesforce no longer knows a field of it: since it was
   * read, an administrator may have removed the field or hidden it.
   */
  async withType<Result>(object: string, work: (type: ObjectType) => Promise<Result>): Promise<Result> {
    const type = await this.describe(object)
    try {
      return await work(type)
    } catch (error) {
      if (!isUnknownField(error)) throw error
      return work(await this.refreshDescription(object))
    }
  }

  objects(): Promise<ObjectSummary[]> {
    this.#objects ??= describeGlobal(this.client, this.#scope)
    return this.#objects
  }

  /** The same, from Salesforce itself. */
  refreshObjects(): Promise<ObjectSummary[]> {
    this.#objects = undefined
    evictGlobal(this.#scope)
    return this.objects()
  }

  /** The object that an id belongs to, by its first three characters: those of custom objects differ from org to org. */
  async findObject(id: string): Promise<ObjectSummary | undefined> {
    const objects = await this.objects()
    return objects.find(({ keyPrefix, queryable }) => queryable && keyPrefix === toKeyPrefix(id))
  }

  recordUrl(object: string, id: string): string {
    return `${this.lightning}/lightning/r/${object}/${id}/view`
  }

  listUrl(object: string): string {
    return `${this.lightning}/lightning/o/${object}/list`
  }
}

/** What is said of something that the org lacks or hides. */
export function isNotFound(error: unknown): error is VendorError {
  return error instanceof VendorError && error.class === 'not-found'
}

/** What is said of a field that does not exist, or that field-level security hides. */
export function isUnknownField(error: unknown): boolean {
  return error instanceof VendorError && error.reasons.includes('INVALID_FIELD')
}

function objectNotFound(): VendorError {
  return new VendorError(
    { class: 'not-found', retry: false, sentence: 'Salesforce has no object of this name.', next: '' },
    { at: 'api', status: 404, reasons: ['NOT_FOUND'], cause: undefined },
  )
}
