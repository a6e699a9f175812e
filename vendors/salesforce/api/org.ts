import type { Credential } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { SalesforceSettings } from '../settings.ts'
import { type Client, createClient } from './client.ts'
import { describeGlobal, describeObject, evictGlobal, evictObject, type ObjectSummary } from './describe.ts'
import { fetchUserId } from './identity.ts'
import { toId, toKeyPrefix } from './ids.ts'
import { requireInstance, toLightningOrigin } from './instance.ts'
import type { ObjectType } from './object-type.ts'

/** A customer's Salesforce org, as the user of one credential sees it during one request. */
export class Org {
  readonly client: Client
  readonly call: Call<SalesforceSettings>
  /** Origin of the API. */
  readonly instance: string
  /** Origin of the user interface. */
  readonly lightning: string
  /** Unique key of the org, without dots: it is part of the external ids of tables. */
  readonly key: string
  readonly #scope: string
  readonly #types = new Map<string, Promise<ObjectType>>()
  #objects: Promise<ObjectSummary[]> | undefined
  #userId: Promise<string | undefined> | undefined

  /** Throws ValidationError, before anything is sent, for a host that is not Salesforce's. */
  constructor(credential: Credential, call: Call<SalesforceSettings>, pointer = '#/connectedProvider/credential') {
    this.client = createClient(credential, call, pointer)
    this.call = call
    this.instance = requireInstance(credential.instanceUrl, call.settings, `${pointer}/instanceUrl`)
    this.lightning = toLightningOrigin(this.instance, call.settings)
    this.key = toId(credential.instanceId ?? '') ?? new URL(this.instance).hostname.replaceAll('.', '_')
    // The token is part of the scope, so that a request with another token never uses the cached descriptions.
    this.#scope = call.keys.sign('memory', JSON.stringify([this.instance, credential.email, credential.accessToken]))
  }

  /** Throws a not-found VendorError for an object that the org lacks or hides from this user. */
  describe(object: string): Promise<ObjectType> {
    const cached = this.#types.get(object)
    if (cached) return cached
    const type = this.#describe(object)
    this.#types.set(object, type)
    return type
  }

  /** The same, bypassing the cache. */
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
   * Runs `work` with the description of an object, and again with a new one if Salesforce rejects a field: an
   * administrator may have removed or hidden it after the description was cached.
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

  /** All objects that the user may see. */
  objects(): Promise<ObjectSummary[]> {
    this.#objects ??= describeGlobal(this.client, this.#scope)
    return this.#objects
  }

  /** The same, bypassing the cache. */
  refreshObjects(): Promise<ObjectSummary[]> {
    this.#objects = undefined
    evictGlobal(this.#scope)
    return this.objects()
  }

  /** Finds the object of an id by its key prefix, which differs between orgs for custom objects. */
  async findObject(id: string): Promise<ObjectSummary | undefined> {
    const objects = await this.objects()
    return objects.find(({ keyPrefix, queryable }) => queryable && keyPrefix === toKeyPrefix(id))
  }

  /** The id of the user of this token. Undefined, with a log line, if Salesforce does not return it. */
  findUserId(): Promise<string | undefined> {
    this.#userId ??= fetchUserId(this.client, this.#scope).catch((error: unknown) => {
      if (!(error instanceof VendorError)) throw error
      this.call.log.warn({ err: error.cause }, 'could not find out the user of a token')
      return undefined
    })
    return this.#userId
  }

  /** Whether accounts can be people. An org whose accounts are hidden from the user counts as one without them. */
  async hasPersonAccounts(): Promise<boolean> {
    try {
      return (await this.describe('Account')).find('IsPersonAccount') !== undefined
    } catch (error) {
      if (!isNotFound(error)) throw error
      return false
    }
  }

  recordUrl(object: string, id: string): string {
    return `${this.lightning}/lightning/r/${object}/${id}/view`
  }

  listUrl(object: string): string {
    return `${this.lightning}/lightning/o/${object}/list`
  }
}

/** Whether the error means that something does not exist or is hidden from the user. */
export function isNotFound(error: unknown): error is VendorError {
  return error instanceof VendorError && error.class === 'not-found'
}

/** Whether the error means that a field does not exist or is hidden by field-level security. */
export function isUnknownField(error: unknown): boolean {
  return error instanceof VendorError && error.reasons.includes('INVALID_FIELD')
}

function objectNotFound(): VendorError {
  return new VendorError(
    {
      class: 'not-found',
      retry: false,
      concerns: 'item',
      sentence: 'Salesforce has no object with this name.',
      next: '',
    },
    { at: 'api', status: 404, reasons: ['NOT_FOUND'], cause: undefined },
  )
}
