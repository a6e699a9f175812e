import type {
  AuthCheckRequest,
  AuthCheckResult,
  AuthConnectResult,
  AuthRefreshRequest,
  BusinessObject,
  Calendar,
  ConnectedProviderRegistration,
  ConnectMethod,
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
import type { ProcessMemory } from './memory/process-memory.ts'
import type { Meter } from './meter.ts'
import type { ErrorRule } from './vendor-errors.ts'

/** The values of the environment variables that a vendor declares. Secrets stay wrapped until they are sent. */
export type Settings = Readonly<Record<string, string | Secret | undefined>>

/** An environment variable that a vendor reads. */
export interface Variable {
  /** Name of the environment variable, e.g. ACME_CLIENT_ID. */
  name: string
  /** If it is missing, the vendor's applications are not served. */
  required?: boolean
  secret?: boolean
  default?: string
  /** `origin`: the origin that receives all requests to this vendor instead of its real hosts. `url`: any web URL. */
  kind?: 'text' | 'url' | 'origin'
  description: string
}

/** A company whose applications the hub connects. */
export interface Vendor<S extends Settings = Settings> {
  name: string
  label: string
  variables: { readonly [Name in keyof S]-?: Variable }
  /** The meaning of the vendor's errors. docs/errors.md is generated from it. */
  errors: readonly ErrorRule[]
  applications: readonly Application<S>[]
}

/** A vendor with settings of any type. */
export type AnyVendor = Omit<Vendor, 'applications'> & { applications: readonly Application<never>[] }

/**
 * Erases the type of a vendor's settings, so that vendors fit into one list. This is safe because the core passes an
 * application only the settings that were read for its own vendor's variables.
 */
export function asVendor(vendor: AnyVendor): Vendor {
  return vendor as Vendor
}

/** The log for handlers. Everything written to it is redacted. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The context of a handler: everything it gets beside the validated request. */
export interface Call<S extends Settings = Settings> {
  /** Name of the provider, as in definition.json. */
  provider: string
  application: string
  settings: S
  /** Public URL of this hub, without a trailing slash. */
  baseUrl: string
  /** The time for vendor requests, and the signal that aborts them. */
  budget: Budget
  meter: Meter
  /** Keys derived from the platform key: the same on every replica of the hub. */
  keys: Keys
  /** What this hub remembers between requests. */
  memory: ProcessMemory
  /** Now, epoch ms. */
  clock: () => number
  log: Log
}

/** A capability of an application: takes a valid request and resolves to a result of the contract. Throws ProviderErrors. */
export type Handler<Request, Result, S extends Settings> = (request: Request, call: Call<S>) => Promise<Result>

/**
 * A request to /auth/connect. `nonce` is secret and random, and belongs to this attempt: the callback of the attempt has
 * it again.
 */
export interface ConnectInput {
  connectionId: string
  application: string
  /** One of the application's methods. Default: the first. */
  method?: ConnectMethod
  state: string
  nonce: string
  /** The address of the account that is connected again, as the platform knows it. */
  loginHint?: string
}

/**
 * A request to /auth/callback. `nonce` is the one of the attempt. It is missing if the client needs no cookie and this
 * process did not begin the attempt, in which case nobody knows who did. `parameters` are all parameters of the URL and of a posted form. */
export interface CallbackInput {
  connectionId: string
  application: string
  state: string
  nonce?: string
  parameters: Readonly<Record<string, string>>
}

/** A form for a key, as a browser posted it to /:application/key. `nonce` is the one of the attempt. */
export interface KeySubmission {
  connectionId: string
  application: string
  state: string
  nonce: string
  form: FormData
}

/** The form again, with what is wrong, or the sealed key that goes to /auth/callback as `code`. */
export type KeySubmissionResult = { type: 'form'; status: number; html: string } | { type: 'sealed'; code: string }

export interface Auth<S extends Settings> {
  /** How an account can be connected. Default: by signing in. `connect` gets one of them. */
  methods?: readonly ConnectMethod[]
  connect: Handler<ConnectInput, AuthConnectResult, S>
  callback: Handler<CallbackInput, ConnectedProviderRegistration, S>
  check?: Handler<AuthCheckRequest, AuthCheckResult, S>
  /** Tries the key of a posted form at the vendor. See key-connections/auth.ts. */
  submitKey?: Handler<KeySubmission, KeySubmissionResult, S>
  /** An administrator returns from the vendor. Takes the parameters; throws a ProviderError unless the application is approved. */
  adminConsent?: Handler<Readonly<Record<string, string>>, void, S>
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

/** A request to an application's own route. */
export interface ExtraRequest {
  query: Readonly<Record<string, string>>
  body: unknown
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The response of an application's own route. */
export interface ExtraResponse {
  /** Default: 200. */
  status?: number
  headers?: Record<string, string>
  body: string | object
}

/**
 * A route beyond the specification, for example one that receives a long private key from a form. It requires the platform
 * key unless it is `public`: a form in a browser does not have the key.
 */
export interface ExtraRoute<S extends Settings> {
  method: 'get' | 'post'
  path: `/${string}`
  public?: boolean
  handle: Handler<ExtraRequest, ExtraResponse, S>
}

/**
 * One application of a vendor. All members but `name` are optional, and a member that is present is a capability.
 * definition.json is checked against it at start.
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
