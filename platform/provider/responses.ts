import {
  AuthCheckResult,
  BusinessObject,
  Credential,
  ExecuteFunctionResponse,
  ExecuteQueryResponse,
  ExternalNote,
  FunctionInputsResponse,
  ProviderDefinition,
  type StandardSyncResponse,
  Table,
  Tag,
  type TSchema,
} from '../../src/contract/index.ts'
import { isObject, type Reading, read } from '../model/parse.ts'

/** A page as it came: its items are held against the contract one by one, so that a bad one spoils no other. */
export interface RawPage {
  items: unknown[]
  warnings: string[]
  hasMore: boolean
  cursor?: string
}

/** Reads a page of any sync. Without items it is no page; all else has a reading. */
export function readPage(body: unknown): Reading<RawPage> {
  const page = isObject(body) && !Array.isArray(body.items) && isObject(body.result) ? body.result : body
  if (!isObject(page) || !Array.isArray(page.items)) return { wrong: 'it is no page of items' }
  const { metadata, pagination } = page as Partial<StandardSyncResponse<unknown>>
  const warnings = Array.isArray(metadata?.warnings) ? metadata.warnings.filter((text) => typeof text === 'string') : []
  const cursor = pagination?.cursor
  return {
    value: {
      ...{ items: page.items, warnings, hasMore: pagination?.hasMore === true },
      ...(typeof cursor === 'string' && cursor !== '' ? { cursor } : {}),
    },
  }
}

/** `{ result: … }` is documented; the result alone is read too. */
export function readCheck(body: unknown): Reading<AuthCheckResult> {
  return read(AuthCheckResult, isObject(body) && 'result' in body ? body.result : body)
}

/** What may be new in a credential; everything else it must hold is there from before. */
export type NewCredential = Partial<Credential> & Pick<Credential, 'accessToken'>

const NewCredential = { ...Credential, required: ['accessToken'] }

/** `{ credential }`, `{ result: { credential } }`, `{ result: Credential }` or the bare credential. */
export function readRefresh(body: unknown): Reading<NewCredential> {
  const result = isObject(body) && isObject(body.result) ? body.result : body
  const credential = isObject(result) && isObject(result.credential) ? result.credential : result
  return read(NewCredential, credential)
}

/** A tag, or as many as were asked for in an array; alone, as `tag`, as `result`, or as the items of a page. */
export function readTag(body: unknown): Reading<Tag | Tag[]> {
  const tag = unwrap(body, ['tag', 'tags', 'result', 'items'], 'externalId')
  if (!Array.isArray(tag)) return read(Tag, tag)
  return readEach(Tag, tag)
}

export function readLink(body: unknown): Reading<BusinessObject> {
  return read(BusinessObject, unwrap(body, ['businessObject', 'result'], 'externalId'))
}

export function readUpsertedTable(body: unknown): Reading<Table> {
  return read(Table, unwrap(body, ['table', 'result'], 'metadata'))
}

export function readUpsertedNotes(body: unknown): Reading<ExternalNote[]> {
  const notes = unwrap(body, ['externalNotes', 'notes', 'result', 'items'], '_id')
  return Array.isArray(notes) ? readEach(ExternalNote, notes) : { wrong: 'it is no list of notes' }
}

export function readFunctionInputs(body: unknown): Reading<FunctionInputsResponse> {
  return read(FunctionInputsResponse, unwrap(body, ['result'], 'inputs'))
}

export function readFunctionResult(body: unknown): Reading<ExecuteFunctionResponse> {
  return read(ExecuteFunctionResponse, unwrap(body, ['result'], 'outputUrl'))
}

export function readQuery(body: unknown): Reading<ExecuteQueryResponse> {
  return read(ExecuteQueryResponse, unwrap(body, ['result'], 'records'))
}

export function readDefinition(body: unknown): Reading<ProviderDefinition> {
  return read(ProviderDefinition, body)
}

/** What stands in one of the wrappings, unless the body is the thing itself, which `own` tells. */
function unwrap(body: unknown, wrappings: readonly string[], own: string): unknown {
  if (!isObject(body) || own in body) return body
  const wrapping = wrappings.find((name) => isObject(body[name]) || Array.isArray(body[name]))
  return wrapping === undefined ? body : unwrap(body[wrapping], wrappings, own)
}

function readEach<Value>(schema: TSchema, values: readonly unknown[]): Reading<Value[]> {
  const readings = values.map((value) => read<Value>(schema, value))
  const wrong = readings.findIndex((reading) => 'wrong' in reading)
  const [first] = readings.slice(wrong)
  if (wrong >= 0 && first && 'wrong' in first) return { wrong: `number ${wrong + 1}: ${first.wrong}` }
  return { value: readings.flatMap((reading) => ('value' in reading ? [reading.value] : [])) }
}
