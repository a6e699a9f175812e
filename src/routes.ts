import type { Context } from 'koa'
import { callback, connect } from './connect/handlers.ts'
import { refuseKeyInUrl, submitKey } from './connect/key-form.ts'
import {
  AuthCheckRequest,
  AuthRefreshRequest,
  BusinessObject,
  Calendar,
  Email,
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  ExecuteQueryRequest,
  ExecuteQueryResponse,
  ExternalObjectWithUrl,
  FunctionInputsRequest,
  LinkRequest,
  SyncCalendarRequest,
  SyncEmailRequest,
  SyncIdentifierRequest,
  SyncInsightRequest,
  SyncMetadataRequest,
  SyncTableRequest,
  SyncTranscriptionRequest,
  Table,
  TagInsightResponse,
  TagRequest,
  Transcription,
  type TSchema,
  UpsertNotesRequest,
  UpsertTableRequest,
  withoutUnsafeAddresses,
} from './contract/index.ts'
import {
  batchByApplication,
  byApplication,
  byFunctionName,
  matchesPath,
  needsConnection,
  needsInstanceUrl,
  type Responder,
  tagsOf,
} from './dispatch.ts'
import { ProviderError } from './kit/errors.ts'
import { omitUndefined } from './runtime/omit.ts'
import { syncPage } from './sync-page.ts'

/** Who may call a route: anyone, or only the platform with its key. */
export type Access = 'open' | 'key'

/** A route of the hub. */
export interface Route {
  method: 'get' | 'post'
  path: string
  access: Access
  /** Schema of the JSON body; absent for routes without one. */
  request?: TSchema
  /** Whether `respond` reads a posted form itself, which then appears in no log. */
  readsForm?: boolean
  respond: Responder
  /** Further conditions on a valid request. Each throws a ValidationError if it is not met. */
  conditions: readonly ((ctx: Context) => void)[]
}

const PLATFORM_KEY_REJECTED = 'The platform rejects the key of this hub: PLATFORM_API_KEY differs between the two.'

const hello: Responder = async () => 'hello\n'
/** For load balancers: 200 while requests may be sent to this process, 503 otherwise. */
const ready: Responder = async (_ctx, { stopping, platformKey }) => {
  if (stopping.aborted) throw new ProviderError(503, 'unavailable', 'The hub is stopping.')
  if (platformKey.isAccepted === false) return { status: 'ready', warnings: [PLATFORM_KEY_REJECTED] }
  return { status: 'ready' }
}
const definition: Responder = async (_ctx, { registry }) => registry.definition
const openapi: Responder = async (ctx, { config }) => {
  const { providerDocument } = await import('./openapi/document.ts')
  // It has no data of anybody, and viewers of such documents are pages of other origins.
  ctx.set('Access-Control-Allow-Origin', '*')
  return providerDocument(ROUTES, config.baseUrl)
}
const metrics: Responder = async (ctx, hub) => {
  const { type, text } = await hub.metrics.print()
  ctx.type = type
  return text
}

const check = byApplication(
  'check',
  ({ auth }) => auth?.check ?? (auth ? alwaysOk : undefined),
  (result) => ({ result }),
)
const refresh = byApplication(
  'sign-in',
  ({ auth }) => auth?.refresh,
  (credential) => ({ credential }),
)
const transcriptions = syncPage('transcriptions', ({ sync }) => sync?.transcriptions, Transcription, true)
const emails = syncPage('emails', ({ sync }) => sync?.emails, Email, true)
const calendar = syncPage('calendar', ({ sync }) => sync?.calendar, Calendar, false)
const metadata = syncPage('table metadata', ({ sync }) => sync?.metadata, Table, false)
const table = syncPage('tables', ({ sync }) => sync?.table, Table, false)
const identifier = syncPage('identifiers', ({ sync }) => sync?.identifier, ExternalObjectWithUrl, false)
const insight = syncPage('insights', ({ sync }) => sync?.insight, TagInsightResponse, false)
const tag = batchByApplication('tags', (application) => application.tag, tagsOf)
const link = byApplication('links', (application) => application.link, safe(BusinessObject))
const records = batchByApplication(
  'writable tables',
  ({ upsert }) => upsert?.table,
  (body: UpsertTableRequest) => body.table.records,
)
const notes = batchByApplication(
  'notes',
  ({ upsert }) => upsert?.notes,
  (body: UpsertNotesRequest) => body.externalNotes,
)
const inputs = byFunctionName('inputs', (list) => ({ inputs: list }))
const execute = byFunctionName('execute', safe(ExecuteFunctionResponse))
const query = byApplication('queries', (application) => application.queries, safe(ExecuteQueryResponse))

/** Converts a result to one without unsafe addresses. */
function safe(schema: TSchema): (result: unknown) => unknown {
  return (result) => withoutUnsafeAddresses(schema, result).value
}

/** For applications that sign users in but have no check. */
async function alwaysOk() {
  return { status: 'ok' }
}

/** THE TABLE: every endpoint of the hub, one line each. Only the routes of applications' own are added elsewhere. */
// biome-ignore format: a table is read by its columns
export const ROUTES: readonly Route[] = [
  //  method  path                         access  request                   responder        conditions
  on('get',  '/api/v1/hello',            'open', null,                     hello),
  on('get',  '/api/v1/ready',            'open', null,                     ready),
  on('get',  '/definition.json',         'open', null,                     definition),
  on('get',  '/openapi.json',            'open', null,                     openapi),
  on('get',  '/metrics',                 'key',  null,                     metrics),
  on('get',  '/auth/connect',            'open', null,                     connect),
  on('get',  '/auth/callback',           'open', null,                     callback),
  on('post', '/auth/callback',           'open', null,                     callback),
  on('get',  '/:application/key',        'open', null,                     refuseKeyInUrl),
  { ...on('post', '/:application/key',   'open', null,                     submitKey), readsForm: true },
  on('post', '/auth/check',              'key',  AuthCheckRequest,         check),
  on('post', '/auth/refresh',            'key',  AuthRefreshRequest,       refresh),
  on('post', '/sync/transcription',      'key',  SyncTranscriptionRequest, transcriptions),
  on('post', '/sync/email',              'key',  SyncEmailRequest,         emails),
  on('post', '/sync/calendar',           'key',  SyncCalendarRequest,      calendar),
  on('post', '/sync/metadata',           'key',  SyncMetadataRequest,      metadata),
  on('post', '/sync/table',              'key',  SyncTableRequest,         table),
  on('post', '/sync/identifier',         'key',  SyncIdentifierRequest,    identifier),
  on('post', '/sync/insight',            'key',  SyncInsightRequest,       insight),
  on('post', '/upsert/table',            'key',  UpsertTableRequest,       records,         needsInstanceUrl),
  on('post', '/upsert/notes',            'key',  UpsertNotesRequest,       notes,           needsInstanceUrl),
  on('post', '/tag/tag',                 'key',  TagRequest,               tag,             needsInstanceUrl),
  on('post', '/tag',                     'key',  TagRequest,               tag,             needsInstanceUrl),
  on('post', '/:application/tag',        'key',  TagRequest,               tag,             matchesPath, needsInstanceUrl),
  on('post', '/:application/link',       'key',  LinkRequest,              link,            matchesPath),
  on('post', '/install/function/inputs', 'key',  FunctionInputsRequest,    inputs),
  on('post', '/execute/function',        'key',  ExecuteFunctionRequest,   execute),
  on('post', '/execute/query',           'key',  ExecuteQueryRequest,      query,           needsConnection),
]

function on(
  method: Route['method'],
  path: string,
  access: Access,
  request: TSchema | null,
  respond: Responder,
  ...conditions: Route['conditions']
): Route {
  return omitUndefined({ method, path, access, request: request ?? undefined, respond, conditions })
}
