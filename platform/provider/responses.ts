import {
  AuthCheckResult,
  BusinessObject,
  Credential,
  ExecuteFunctionResponse,
  ExecuteQueryResponse,
  FunctionInputsResponse,
  ProviderDefinition,
  type StandardSyncResponse,
  Tag,
  type TSchema,
  WrittenNote,
  WrittenTable,
} from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { isObject, type ParseResult, safeParse } from '../model/parse.ts'

/** A page whose items are not validated yet: each is validated separately, so that an invalid one affects no other. */
export interface RawPage {
  items: unknown[]
  warnings: string[]
  hasMore: boolean
  cursor?: string
}

/** Decodes a page of any sync. Only the items are mandatory; other members that are missing or invalid are ignored. */
export function decodePage(body: unknown): ParseResult<RawPage> {
  const page = isObject(body) && !Array.isArray(body.items) && isObject(body.result) ? body.result : body
  if (!isObject(page) || !Array.isArray(page.items)) return { error: 'it is not a page of items' }
  const { metadata, pagination } = page as Partial<StandardSyncResponse<unknown>>
  const warnings = toWarnings(metadata?.warnings)
  const cursor = pagination?.cursor
  return {
    value: omitUndefined({
      items: page.items,
      warnings,
      hasMore: pagination?.hasMore === true,
      cursor: typeof cursor === 'string' && cursor !== '' ? cursor : undefined,
    }),
  }
}

/** Returns the texts among the warnings; anything else is ignored. */
function toWarnings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
}

/** `{ result: … }` is documented; the bare result is accepted too. */
export function decodeCheckResult(body: unknown): ParseResult<AuthCheckResult> {
  return safeParse(AuthCheckResult, isObject(body) && 'result' in body ? body.result : body)
}

/** The renewed members of a credential. Those that are absent remain as they were. */
export type NewCredential = Partial<Credential> & Pick<Credential, 'accessToken'>

const NewCredential = { ...Credential, required: ['accessToken'] }

/** `{ credential }`, `{ result: { credential } }`, `{ result: Credential }` or the bare credential. */
export function decodeCredential(body: unknown): ParseResult<NewCredential> {
  const result = isObject(body) && isObject(body.result) ? body.result : body
  const credential = isObject(result) && isObject(result.credential) ? result.credential : result
  return safeParse(NewCredential, credential)
}

/** One tag, or an array when several were requested; bare, as `tag`, as `result`, or as the items of a page. */
export function decodeTag(body: unknown): ParseResult<Tag | Tag[]> {
  const tag = unwrap(body, ['tag', 'tags', 'result', 'items'], 'externalId')
  return Array.isArray(tag) ? decodeEach(Tag, tag) : safeParse(Tag, tag)
}

export function decodeLink(body: unknown): ParseResult<BusinessObject> {
  return safeParse(BusinessObject, unwrap(body, ['businessObject', 'result'], 'externalId'))
}

export function decodeUpsertedTable(body: unknown): ParseResult<WrittenTable> {
  return safeParse(WrittenTable, unwrap(body, ['table', 'result'], 'metadata'))
}

export function decodeUpsertedNotes(body: unknown): ParseResult<WrittenNote[]> {
  const notes = unwrap(body, ['externalNotes', 'notes', 'result', 'items'], '_id')
  if (!Array.isArray(notes)) return { error: 'it is not a list of notes' }
  // Invalid warnings must not hide that the note was written.
  const items = notes.map((note) =>
    isObject(note) && 'warnings' in note ? { ...note, warnings: toWarnings(note.warnings) } : note,
  )
  return decodeEach(WrittenNote, items)
}

export function decodeFunctionInputs(body: unknown): ParseResult<FunctionInputsResponse> {
  return safeParse(FunctionInputsResponse, unwrap(body, ['result'], 'inputs'))
}

export function decodeFunctionResult(body: unknown): ParseResult<ExecuteFunctionResponse> {
  return safeParse(ExecuteFunctionResponse, unwrap(body, ['result'], 'outputUrl'))
}

export function decodeQueryResult(body: unknown): ParseResult<ExecuteQueryResponse> {
  return safeParse(ExecuteQueryResponse, unwrap(body, ['result'], 'records'))
}

export function decodeDefinition(body: unknown): ParseResult<ProviderDefinition> {
  return safeParse(ProviderDefinition, body)
}

/** Returns the value inside the first known wrapper. A body with `ownMember` is the unwrapped value itself. */
function unwrap(body: unknown, wrappers: readonly string[], ownMember: string): unknown {
  if (!isObject(body) || ownMember in body) return body
  const wrapper = wrappers.find((name) => isObject(body[name]) || Array.isArray(body[name]))
  return wrapper === undefined ? body : unwrap(body[wrapper], wrappers, ownMember)
}

function decodeEach<Value>(schema: TSchema, items: readonly unknown[]): ParseResult<Value[]> {
  const values: Value[] = []
  for (const [index, item] of items.entries()) {
    const result = safeParse<Value>(schema, item)
    if ('error' in result) return { error: `number ${index + 1}: ${result.error}` }
    values.push(result.value)
  }
  return { value: values }
}
