import {
  type ApplicationDefinition,
  AuthCheckRequest,
  AuthCheckResponse,
  AuthRefreshRequest,
  AuthRefreshResponse,
  BusinessObject,
  Calendar,
  Email,
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  ExecuteQueryRequest,
  ExecuteQueryResponse,
  ExternalNote,
  ExternalObjectWithUrl,
  FunctionInputsRequest,
  FunctionInputsResponse,
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
  TagInsightResponse,
  TagRequest,
  Transcription,
  type TSchema,
  UpsertNotesRequest,
  UpsertTableRequest,
} from '../../src/contract/index.ts'
import { Type } from '../../src/contract/schema.ts'
import type { SampleName, Samples } from '../samples.ts'
import * as bodies from './valid-bodies.ts'

export type CapabilityName =
  | 'check'
  | 'refresh'
  | 'transcription'
  | 'email'
  | 'calendar'
  | 'metadata'
  | 'table'
  | 'identifier'
  | 'insight'
  | 'records'
  | 'notes'
  | 'tags'
  | 'link'
  | 'inputs'
  | 'function'
  | 'query'

/** A closed route of the provider interface: when an application has it, and its bodies. */
export interface Capability {
  name: CapabilityName
  /** `:application` stands for the application's name. The platform tries the next one after a 404. */
  paths: readonly [string, ...string[]]
  request: TSchema
  response: TSchema
  /** The members of a valid body beside the connection. */
  body: (samples: Samples, application: ApplicationDefinition) => Record<string, unknown>
  /** The member of the body that is the connection. `credential`: only the credential and the name of the application. */
  connection: 'connectedProvider' | 'outputConnectedProvider' | 'credential'
  /** Whether the definition promises it; `unknown` if definitions do not say. */
  isDeclared: (application: ApplicationDefinition) => boolean | 'unknown'
  /** The sample that says whether an application has it, where the definition does not, and what to call it with. */
  sample?: SampleName
  /** Whether the specification leaves the form of the body open, beside its connection. */
  isOpen?: boolean
  /** For syncs that return pages: those with a cursor, and those that return everything at once. */
  pages?: 'several' | 'single'
  /** Schema of an item of a page. */
  item?: TSchema
  needsInstanceUrl?: boolean
}

const isUnknown = () => 'unknown' as const
const signsIn = ({ authentication }: ApplicationDefinition) => authentication
const has = (flag: keyof ApplicationDefinition['sobjects']) => (application: ApplicationDefinition) =>
  application.sobjects[flag] === true
const synced = (item: TSchema, pages: 'several' | 'single') => ({
  item,
  pages,
  response: StandardSyncResponse(item),
  connection: 'connectedProvider' as const,
})
const acted = { connection: 'connectedProvider' as const, isDeclared: isUnknown }

/** THE TABLE: every closed route of the interface. */
// biome-ignore format: a table is read by its columns
export const CAPABILITIES: readonly Capability[] = [
  { name: 'check', paths: ['/auth/check'], request: AuthCheckRequest, response: AuthCheckResponse, body: () => ({}), connection: 'credential', isDeclared: signsIn },
  { name: 'refresh', paths: ['/auth/refresh'], request: AuthRefreshRequest, response: AuthRefreshResponse, body: () => ({}), connection: 'connectedProvider', isDeclared: signsIn },
  { name: 'transcription', paths: ['/sync/transcription'], request: SyncTranscriptionRequest, body: bodies.transcription, isDeclared: has('transcription'), ...synced(Transcription, 'several') },
  { name: 'email', paths: ['/sync/email'], request: SyncEmailRequest, body: bodies.email, isDeclared: has('email'), ...synced(Email, 'several') },
  { name: 'calendar', paths: ['/sync/calendar'], request: SyncCalendarRequest, body: bodies.calendar, isDeclared: has('calendar'), ...synced(Calendar, 'single') },
  { name: 'metadata', paths: ['/sync/metadata'], request: SyncMetadataRequest, body: bodies.metadata, isDeclared: has('table'), sample: 'table', ...synced(Table, 'single') },
  { name: 'table', paths: ['/sync/table'], request: SyncTableRequest, body: bodies.table, isDeclared: has('table'), sample: 'table', ...synced(Table, 'single') },
  { name: 'identifier', paths: ['/sync/identifier'], request: SyncIdentifierRequest, body: bodies.identifier, isDeclared: ({ externalIds }) => externalIds.length > 0, ...synced(ExternalObjectWithUrl, 'single') },
  { name: 'insight', paths: ['/sync/insight'], request: SyncInsightRequest, body: bodies.insight, isDeclared: isUnknown, sample: 'insight', ...synced(TagInsightResponse, 'single') },
  { name: 'records', paths: ['/upsert/table'], request: UpsertTableRequest, response: Table, body: bodies.records, sample: 'records', needsInstanceUrl: true, ...acted },
  { name: 'notes', paths: ['/upsert/notes'], request: UpsertNotesRequest, response: Type.Array(ExternalNote), body: bodies.notes, sample: 'notes', needsInstanceUrl: true, ...acted },
  { name: 'tags', paths: ['/tag/tag', '/tag', '/:application/tag'], request: TagRequest, response: Type.Unknown(), body: bodies.tags, sample: 'tags', isOpen: true, needsInstanceUrl: true, ...acted },
  { name: 'link', paths: ['/:application/link'], request: LinkRequest, response: BusinessObject, body: bodies.link, sample: 'link', isOpen: true, connection: 'connectedProvider', isDeclared: ({ linkSubscriptions }) => linkSubscriptions.length > 0 },
  { name: 'inputs', paths: ['/install/function/inputs'], request: FunctionInputsRequest, response: FunctionInputsResponse, body: bodies.inputs, sample: 'function', connection: 'outputConnectedProvider', isDeclared: has('function') },
  { name: 'function', paths: ['/execute/function'], request: ExecuteFunctionRequest, response: ExecuteFunctionResponse, body: bodies.execution, sample: 'function', connection: 'outputConnectedProvider', isDeclared: has('function') },
  { name: 'query', paths: ['/execute/query'], request: ExecuteQueryRequest, response: ExecuteQueryResponse, body: bodies.query, sample: 'query', ...acted },
]
