import {
  AuthCheckResult,
  Calendar,
  Email,
  ExternalNote,
  ExternalObjectWithUrl,
  Problem,
  StandardSyncResponse,
  Table,
  TagInsightResponse,
  Transcription,
  type TSchema,
} from '../contract/index.ts'
import { Type } from '../contract/schema.ts'

const [AuthCheckOk, AuthCheckScopeRequired] = (AuthCheckResult as { oneOf?: TSchema[] }).oneOf ?? []

/** A note after it was written at the vendor. */
const WrittenExternalNote = Type.Object({
  ...ExternalNote.properties,
  externalId: Type.String({ minLength: 1 }),
  warnings: Type.Optional(Type.Array(Type.String())),
})

/** Schemas of the document that have no name in the contract. */
export const OWN_SCHEMAS = {
  AuthCheckOk,
  AuthCheckScopeRequired,
  TranscriptionPage: StandardSyncResponse(Transcription),
  EmailPage: StandardSyncResponse(Email),
  CalendarPage: StandardSyncResponse(Calendar),
  TablePage: StandardSyncResponse(Table),
  ExternalObjectPage: StandardSyncResponse(ExternalObjectWithUrl),
  InsightPage: StandardSyncResponse(TagInsightResponse),
  WrittenExternalNote,
  PartialFailureProblem: Type.Object({
    ...Problem.properties,
    table: Type.Optional(Table),
    externalNotes: Type.Optional(Type.Array(WrittenExternalNote)),
  }),
  Readiness: Type.Object({
    status: Type.Literal('ready'),
    warnings: Type.Optional(Type.Array(Type.String())),
  }),
}
