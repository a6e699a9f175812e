import type {
  AuthCheckRequest,
  AuthCheckResult,
  AuthRefreshRequest,
  BusinessObject,
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  ExecuteQueryRequest,
  ExecuteQueryResponse,
  ExternalNote,
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
  Table,
  Tag,
  TagRequest,
  UpsertNotesRequest,
  UpsertTableRequest,
} from '../../src/contract/index.ts'
import type { Reading } from '../model/parse.ts'
import type { SyncName } from '../model/sync.ts'
import * as answers from './responses.ts'

/** Everything that providers are asked for: what is sent, and what comes back. */
interface Exchanges {
  definition: [undefined, ProviderDefinition]
  check: [AuthCheckRequest, AuthCheckResult]
  refresh: [AuthRefreshRequest, answers.NewCredential]
  calendar: [SyncCalendarRequest, answers.RawPage]
  email: [SyncEmailRequest, answers.RawPage]
  transcription: [SyncTranscriptionRequest, answers.RawPage]
  metadata: [SyncMetadataRequest, answers.RawPage]
  table: [SyncTableRequest, answers.RawPage]
  identifier: [SyncIdentifierRequest, answers.RawPage]
  insight: [SyncInsightRequest, answers.RawPage]
  link: [LinkRequest, BusinessObject]
  tag: [TagRequest, Tag | Tag[]]
  query: [ExecuteQueryRequest, ExecuteQueryResponse]
  upsertTable: [UpsertTableRequest, Table]
  upsertNotes: [UpsertNotesRequest, ExternalNote[]]
  functionInputs: [FunctionInputsRequest, FunctionInputsResponse]
  executeFunction: [ExecuteFunctionRequest, ExecuteFunctionResponse]
}
export type CallName = keyof Exchanges
export type Asked<Name extends CallName> = Exchanges[Name][0]
export type Answered<Name extends CallName> = Exchanges[Name][1]
export type SyncRequest = Asked<SyncName>

/** How something is asked for. */
interface CallKind<Answer> {
  method: 'GET' | 'POST'
  /** Where; a further path is tried when the one before is not there. `:application` is the connection's. */
  paths: readonly [string, ...string[]]
  /** Whether it may be asked again by itself. A write never is: nobody knows whether it was done. */
  repeatable: boolean
  read: (body: unknown) => Reading<Answer>
}

/** Refused refreshes are not repeated at once either: they have a cool-down of their own. */
export const CALLS: { readonly [Name in CallName]: CallKind<Answered<Name>> } = {
  definition: { ...reading('/definition.json', answers.readDefinition), method: 'GET' },
  check: reading('/auth/check', answers.readCheck),
  refresh: writing('/auth/refresh', answers.readRefresh),
  calendar: reading('/sync/calendar', answers.readPage),
  email: reading('/sync/email', answers.readPage),
  transcription: reading('/sync/transcription', answers.readPage),
  metadata: reading('/sync/metadata', answers.readPage),
  table: reading('/sync/table', answers.readPage),
  identifier: reading('/sync/identifier', answers.readPage),
  insight: reading('/sync/insight', answers.readPage),
  link: reading('/:application/link', answers.readLink),
  tag: { ...writing('/tag/tag', answers.readTag), paths: ['/tag/tag', '/tag', '/:application/tag'] },
  query: reading('/execute/query', answers.readQuery),
  upsertTable: writing('/upsert/table', answers.readUpsertedTable),
  upsertNotes: writing('/upsert/notes', answers.readUpsertedNotes),
  functionInputs: writing('/install/function/inputs', answers.readFunctionInputs),
  executeFunction: writing('/execute/function', answers.readFunctionResult),
}

function reading<Answer>(path: string, read: CallKind<Answer>['read']): CallKind<Answer> {
  return { method: 'POST', paths: [path], repeatable: true, read }
}

function writing<Answer>(path: string, read: CallKind<Answer>['read']): CallKind<Answer> {
  return { ...reading(path, read), repeatable: false }
}

/** Only these syncs answer page by page; the others say all in one answer. */
export function isPaginated(sync: SyncName): boolean {
  return sync === 'email' || sync === 'transcription'
}
