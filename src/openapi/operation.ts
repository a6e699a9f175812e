import type { TSchema } from '../contract/index.ts'

/** A JSON value of the document. */
export type Json = Readonly<Record<string, unknown>>

/** What the document reads of a route of the hub. */
export interface DocumentedRoute {
  method: 'get' | 'post'
  path: string
  access: 'open' | 'key'
  request?: TSchema
}

/** The groups of operations, in the order of the document. */
export const TAGS = {
  Connect: 'Connecting an account: the pages that a person sees, and the credential afterwards.',
  Sync: 'Reading pages of items. The platform calls each of these routes on a schedule.',
  Write: 'Writing records and notes of the platform at the vendor.',
  Lookup: 'Finding single objects of the vendor: pasted links, tags and queries.',
  Functions: 'Functions that a person installs and runs, such as one that makes a document from a template.',
  Service: 'The service itself: health, definition, this document and metrics.',
} as const
export type TagName = keyof typeof TAGS

/** The statuses of problems that an operation documents; `problems.ts` says what each means. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 413 | 415 | 422 | 423 | 429 | 500 | 502 | 503 | 504 | 507

/** A successful response: JSON of a schema, or a text of another media type. */
export interface Success {
  status: 200 | 302 | 303
  description: string
  schema?: TSchema
  /** Default: application/json if there is a schema, otherwise no content. */
  mediaType?: string
  example?: unknown
  headers?: Json
}

/** What the document says of a route, beside what the table of routes says. */
export interface Operation {
  operationId: string
  tag: TagName
  summary: string
  description: string
  parameters?: readonly Json[]
  /** A body that is read by the operation itself, and not JSON of the route's schema. */
  requestBody?: Json
  /** An example of the JSON body. */
  request?: unknown
  responses: readonly Success[]
  problems?: readonly ProblemStatus[]
  /** Statuses for which the response is a page for the person. */
  errorPages?: readonly number[]
}

/** Operations by method and path, as in `get /auth/connect`. */
export type Operations = Readonly<Record<string, Operation>>
