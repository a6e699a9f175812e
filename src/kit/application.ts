import type {
  AuthCheckRequest,
  AuthCheckResult,
  AuthConnectResult,
  AuthRefreshRequest,
  BusinessObject,
  Calendar,
  ConnectedProviderRegistration,
  ConnectQuery,
  Credential,
  Email,
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  ExecuteQueryRequest,
  ExecuteQueryResponse,
  ExternalNote,
  ExternalObjectWithUrl,
  FunctionInput,
  FunctionInputsRequest,
  LinkRequest,
  StandardSyncResponse,
  SyncCalendarRequest,
  SyncEmailRequest,
  SyncIdentifierRequest,
  SyncInsightRequest,
  SyncMetadataRequest,
  SyncTableRequest,
  SyncTranscriptionRequest,
  Table,
  Tag,
  TagInsightResponse,
  TagRequest,
  Transcription,
  UpsertNotesRequest,
  UpsertTableRequest,
} from '../contract/index.ts'
import type { Secret } from '../runtime/secret.ts'
import type { Budget } from './budget.ts'
import type { Keys } from './keys.ts'
import type { Meter } from './meter.ts'
import type { ErrorRule } from './vendor-errors.ts'

/** A vendor's settings: what its declared variables hold. Secrets stay wrapped until they are sent. */
export type Settings = Readonly<Record<string, string | Secret | undefined>>

/** A variable of the environment that a vendor reads. */
export interface Variable {
  /** Name in the environment, e.g. ACME_CLIENT_ID. */
  variable: string
  /** Without it the vendor's applications are not served. */
  required?: boolean
  secret?: boolean
  default?: string
  /** `origin`: where all calls to this vendor go instead of its real hosts. `url`: any web address. */
  kind?: 'text' | 'url' | 'origin'
  meaning: string
}

/** An outside company whose applications the hub connects. */
export interface Vendor<S extends Settings = Settings> {
  name: string
  label: string
  variables: { readonly [Name in keyof S]-?: Variable }
  /** What the vendor's refusals mean; docs/errors.md is made from it. */
  errors: readonly ErrorRule[]
  applications: readonly Application<S>[]
}

/**
 * A vendor as the core holds it: beside every other vendor, its settings no longer told apart. Safe because the core
 * only ever gives an application the settings that were read for its own vendor's variables.
 */
export function asVendor(
  vendor: Omit<Vendor, 'applications'> & { applications: readonly Application<never>[] },
): Vendor {
  return vendor as Vendor
}

/** The log a handler may write to; everything written is redacted. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What a handler is given beside the validated request. */
export interface Call<S extends Settings = Settings> {
  /** Name of the provider, as in definition.json. */
  provider: string
  application: string
  settings: S
  /** Public URL of this hub, without a trailing slash. */
  baseUrl: string
  /** Time left for vendor calls, and the signal that ends them. */
  budget: Budget
  meter: Meter
  /** Keys derived from the platform key: the same on every copy of the hub. */
  keys: Keys
  /** Now, epoch ms. */
  clock: () => number
  log: Log
}

/** A capability: takes a validated request, answers in the contract's shape, throws ProviderErrors. */
export type Handler<Request, Answer, S extends Settings> = (request: Request, call: Call<S>) => Promise<Answer>

/** What the vendor sent to /auth/callback: every parameter of the URL, or of the form it posted. */
export interface CallbackInput {
  connectionId: string
  application: string
  state: string
  parameters: Readonly<Record<string, string>>
}

export interface Auth<S extends Settings> {
  connect: Handler<ConnectQuery & { state: string }, AuthConnectResult, S>
  callback: Handler<CallbackInput, ConnectedProviderRegistration, S>
  check?: Handler<AuthCheckRequest, AuthCheckResult, S>
  refresh: Handler<AuthRefreshRequest, Credential, S>
}

export interface Sync<S extends Settings> {
  transcriptions?: Handler<SyncTranscriptionRequest, StandardSyncResponse<Transcription>, S>
  emails?: Handler<SyncEmailRequest, StandardSyncResponse<Email>, S>
  calendar?: Handler<SyncCalendarRequest, StandardSyncResponse<Calendar>, S>
  metadata?: Handler<SyncMetadataRequest, StandardSyncResponse<Table>, S>
  table?: Handler<SyncTableRequest, StandardSyncResponse<Table>, S>
  identifier?: Handler<SyncIdentifierRequest, StandardSyncResponse<ExternalObjectWithUrl>, S>
  insight?: Handler<SyncInsightRequest, StandardSyncResponse<TagInsightResponse>, S>
}

export interface Upsert<S extends Settings> {
  table?: Handler<UpsertTableRequest, Table, S>
  notes?: Handler<UpsertNotesRequest, ExternalNote[], S>
}

export interface FunctionHandlers<S extends Settings> {
  inputs: Handler<FunctionInputsRequest, FunctionInput[], S>
  execute: Handler<ExecuteFunctionRequest, ExecuteFunctionResponse, S>
}

/** A request to a route of an integrator's own, and the answer to it. */
export interface ExtraRequest {
  query: Readonly<Record<string, string>>
  body: unknown
  headers: Readonly<Record<string, string | string[] | undefined>>
}
export interface ExtraAnswer {
  status?: number
  headers?: Record<string, string>
  body: string | object
}

/**
 * A route beyond the specification, for example one that takes a long private key from a form. It needs the platform
 * key unless it is `public`, because a browser's form cannot know it.
 */
export interface ExtraRoute<S extends Settings> {
  method: 'get' | 'post'
  path: `/${string}`
  public?: boolean
  handle: Handler<ExtraRequest, ExtraAnswer, S>
}

/**
 * One application of a vendor. Every member but `name` may be absent, and presence is the capability, so that the
 * object reads as a feature sheet; definition.json is checked against it at start.
 */
export interface Application<S extends Settings = Settings> {
  name: string
  auth?: Auth<S>
  sync?: Sync<S>
  link?: Handler<LinkRequest, BusinessObject, S>
  tag?: Handler<TagRequest, Tag | Tag[], S>
  upsert?: Upsert<S>
  functions?: Readonly<Record<string, FunctionHandlers<S>>>
  queries?: Handler<ExecuteQueryRequest, ExecuteQueryResponse, S>
  routes?: readonly ExtraRoute<S>[]
}
