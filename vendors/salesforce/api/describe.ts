import type { DescribeGlobalResult, DescribeSObjectResult } from 'jsforce'
import { createCache } from '../../../src/runtime/cache.ts'
import type { Client } from './client.ts'
import { ObjectType } from './object-type.ts'
import { unreadableResponse } from './response.ts'

/** An object as listed by describe global. */
export interface ObjectSummary {
  name: string
  label: string
  keyPrefix: string
  queryable: boolean
  createable: boolean
}

const READ = { retryable: true }

/** Time to live of cached descriptions (ms). A description costs one API call and about 100 kB. */
const CACHE_TTL_MS = 300_000
const objectTypes = createCache<ObjectType>(2_000, { ttl: CACHE_TTL_MS })
const summaries = createCache<ObjectSummary[]>(500, { ttl: CACHE_TTL_MS })

/**
 * Describes an object, whose name must be a valid one. `scope` identifies the user in the cache. Throws a not-found
 * VendorError for an object that is hidden from the user.
 */
export async function describeObject(client: Client, scope: string, object: string): Promise<ObjectType> {
  const key = `${scope} ${object.toLowerCase()}`
  const cached = objectTypes.get(key)
  if (cached) return cached
  const described = await client.call<DescribeSObjectResult>((jsforce) => jsforce.describe(object), READ)
  if (!Array.isArray(described.fields)) throw unreadableResponse()
  const type = new ObjectType(described)
  objectTypes.set(key, type)
  return type
}

/** Removes a description from the cache, so that the next one is current. */
export function evictObject(scope: string, object: string): void {
  objectTypes.delete(`${scope} ${object.toLowerCase()}`)
}

/** Lists all objects that this user may see. */
export async function describeGlobal(client: Client, scope: string): Promise<ObjectSummary[]> {
  const cached = summaries.get(scope)
  if (cached) return cached
  const { sobjects } = await client.call<DescribeGlobalResult>((jsforce) => jsforce.describeGlobal(), READ)
  if (!Array.isArray(sobjects)) throw unreadableResponse()
  const objects = sobjects.map(({ name, label, keyPrefix, queryable, createable }) => {
    return { name, label, keyPrefix: keyPrefix ?? '', queryable, createable }
  })
  summaries.set(scope, objects)
  return objects
}

/** Removes the list of objects from the cache. */
export function evictGlobal(scope: string): void {
  summaries.delete(scope)
}
