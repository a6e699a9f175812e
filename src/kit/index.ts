/**
 * The kit: what an application is written with. What sign-ins, mail, transcripts, documents and texts need beyond it is in
 * the folders and `text.ts`, so that nobody loads what they do not use.
 */

export { omitEmpty, omitNullish, omitUndefined } from '../runtime/omit.ts'
export { parseRetryAfter } from '../runtime/retry-after.ts'
export { holdSecret, Secret } from '../runtime/secret.ts'
export type * from './application.ts'
export type { Budget } from './budget.ts'
export * from './calendars.ts'
export * from './errors.ts'
export * from './hosts.ts'
export { callVendor, type VendorClientOptions, type VendorRequest } from './http.ts'
export { type ApiAccount, createJsonApi, type JsonApi, type JsonApiOptions } from './json/api.ts'
export { statusErrors } from './json/status-errors.ts'
export * from './key-connections/api-key.ts'
export * from './key-connections/form.ts'
export type { KeyPurpose, Keys } from './keys.ts'
export * from './lazy.ts'
export * from './lists.ts'
export * from './memory/lasting-failures.ts'
export * from './memory/lookups.ts'
export type { ProcessMemory } from './memory/process-memory.ts'
export type { Meter } from './meter.ts'
export * from './pages.ts'
export * from './people.ts'
export { readBytes, readText } from './response-body.ts'
export * from './vendor-errors.ts'
