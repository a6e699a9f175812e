import type {
  AuthCheckRequest,
  AuthCheckResult,
  AuthRefreshRequest,
  BusinessObject,
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  ExecuteQueryRequest,
  ExecuteQueryResponse,
  FunctionInputsRequest,
  FunctionInputsResponse,
  LinkRequest,
  ProviderDefinition,
  SyncCalendarRequest,
  SyncEmailRequest,
  SyncIdentifierRequest,
  SyncInsightRequest,
  SyncMetadataRequest,
  SyncTableRequest,
  SyncTranscriptionRequest,
  Tag,
  TagRequest,
  UpsertNotesRequest,
  UpsertTableRequest,
  WrittenNote,
  WrittenTable,
} from '../../src/contract/index.ts'
import type { ParseResult } from '../model/parse.ts'
import type { SyncName } from '../model/sync.ts'
import * as responses from './responses.ts'

/** The request body and the decoded response of every call that the platform makes to providers. */
interface Calls {
  definition: [undefined, ProviderDefinition]
  check: [AuthCheckRequest, AuthCheckResult]
  refresh: [AuthRefreshRequest, responses.NewCredential]
  calendar: [SyncCalendarRequest, responses.RawPage]
  email: [SyncEmailRequest, responses.RawPage]
  transcription: [SyncTranscriptionRequest, responses.RawPage]
  metadata: [SyncMetadataRequest, responses.RawPage]
  table: [SyncTableRequest, responses.RawPage]
  identifier: [SyncIdentifierRequest, responses.RawPage]
  insight: [SyncInsightRequest, responses.RawPage]
  link: [LinkRequest, BusinessObject]
  tag: [TagRequest, Tag | Tag[]]
  query: [ExecuteQueryRequest, ExecuteQueryResponse]
  upsertTable: [UpsertTableRequest, WrittenTable]
  upsertNotes: [UpsertNotesRequest, WrittenNote[]]
  functionInputs: [FunctionInputsRequest, FunctionInputsResponse]
  executeFunction: [ExecuteFunctionRequest, ExecuteFunctionResponse]
}
export type CallName = keyof Calls
export type RequestOf<Name extends CallName> = Calls[Name][0]
export type ResponseOf<Name extends CallName> = Calls[Name][1]
export type SyncRequest = RequestOf<SyncName>

/** How a call is made. */
interface Endpoint<Result> {
  method: 'GET' | 'POST'
  /** The next path is tried when a path responds with 404. `:application` is that of the connection. */
  paths: readonly [string, ...string[]]
  /** Whether the client may retry it. Writes are not retried, because a failed one may have been executed. */
  retryable: boolean
  decode: (body: unknown) => ParseResult<Result>
}

/** Refreshes are not retried either: they have a backoff of their own. */
export const ENDPOINTS: { readonly [Name in CallName]: Endpoint<ResponseOf<Name>> } = {
  definition: { ...readEndpoint('/definition.json', responses.decodeDefinition), method: 'GET' },
  check: readEndpoint('/auth/check', responses.decodeCheckResult),
  refresh: writeEndpoint('/auth/refresh', responses.decodeCredential),
  calendar: readEndpoint('/sync/calendar', responses.decodePage),
  email: readEndpoint('/sync/email', responses.decodePage),
  transcription: readEndpoint('/sync/transcription', responses.decodePage),
  metadata: readEndpoint('/sync/metadata', responses.decodePage),
  table: readEndpoint('/sync/table', responses.decodePage),
  identifier: readEndpoint('/sync/identifier', responses.decodePage),
  insight: readEndpoint('/sync/insight', responses.decodePage),
  link: readEndpoint('/:application/link', responses.decodeLink),
  tag: { ...writeEndpoint('/tag/tag', responses.decodeTag), paths: ['/tag/tag', '/tag', '/:application/tag'] },
  query: readEndpoint('/execute/query', responses.decodeQueryResult),
  upsertTable: writeEndpoint('/upsert/table', responses.decodeUpsertedTable),
  upsertNotes: writeEndpoint('/upsert/notes', responses.decodeUpsertedNotes),
  functionInputs: writeEndpoint('/install/function/inputs', responses.decodeFunctionInputs),
  executeFunction: writeEndpoint('/execute/function', responses.decodeFunctionResult),
}

function readEndpoint<Result>(path: string, decode: Endpoint<Result>['decode']): Endpoint<Result> {
  return { method: 'POST', paths: [path], retryable: true, decode }
}

function writeEndpoint<Result>(path: string, decode: Endpoint<Result>['decode']): Endpoint<Result> {
  return { ...readEndpoint(path, decode), retryable: false }
}

/** The other syncs return everything in one response. */
export function isPaginated(sync: SyncName): boolean {
  return sync === 'email' || sync === 'transcription'
}
