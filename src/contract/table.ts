import { Address } from './addresses.ts'
import { ConnectedProvider } from './credential.ts'
import { OpenStringEnum, type Static, Type } from './schema.ts'
import { provenance } from './sync.ts'

export const FIELD_TYPES = [
  'string',
  'text',
  'number',
  'integer',
  'currency',
  'percent',
  'boolean',
  'date',
  'datetime',
  'time',
  'email',
  'phone',
  'url',
  'picklist',
  'multipicklist',
  'reference',
  'person',
  'id',
  'json',
  'html',
] as const

/** Other names of field types, in lower case. */
const FIELD_TYPE_ALIASES = new Map<string, string>(
  Object.entries({
    ...Object.fromEntries(FIELD_TYPES.map((fieldType) => [fieldType, fieldType])),
    int: 'integer',
    double: 'number',
    float: 'number',
    decimal: 'number',
    textarea: 'text',
    enum: 'picklist',
    select: 'picklist',
    multiselect: 'multipicklist',
    checkbox: 'boolean',
    lookup: 'reference',
    relation: 'reference',
    user: 'person',
  }),
)

export const FieldOption = Type.Object({ value: Type.String(), label: Type.String() })
export type FieldOption = Static<typeof FieldOption>

/** A column of a table. An unknown `fieldType` is valid and treated as a string. */
export const Field = Type.Object({
  name: Type.String({ minLength: 1 }),
  label: Type.String(),
  fieldType: Type.Unsafe<(typeof FIELD_TYPES)[number] | (string & {})>({
    ...OpenStringEnum(FIELD_TYPES, 'Type of the values'),
    accept: (value: unknown) =>
      typeof value === 'string' ? (FIELD_TYPE_ALIASES.get(value.toLowerCase()) ?? value) : value,
  }),
  options: Type.Optional(Type.Array(FieldOption, { description: 'Choices of a picklist' })),
  required: Type.Optional(Type.Boolean()),
})
export type Field = Static<typeof Field>

/** External ids of tables are segments joined with dots, so `metadataType` must not contain one. */
export const MetadataType = Type.String({ minLength: 1, maxLength: 255, pattern: '^[^.]+$' })

export const TableMetadata = Type.Object({
  metadataType: MetadataType,
  label: Type.String(),
  fields: Type.Array(Field),
})
export type TableMetadata = Static<typeof TableMetadata>

/** A table that is requested. Its fields may be omitted, or named without a type. */
export const TableMetadataRequest = Type.Object({
  metadataType: MetadataType,
  label: Type.Optional(Type.String()),
  fields: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1 }),
        label: Type.Optional(Type.String()),
        fieldType: Type.Optional(Type.String()),
      }),
    ),
  ),
})
export type TableMetadataRequest = Static<typeof TableMetadataRequest>

/** A cell: the field's name and its value as text. */
export const FieldValue = Type.Object({ name: Type.String({ minLength: 1 }), value: Type.String() })
export type FieldValue = Static<typeof FieldValue>

/** A row. Without `externalId`, an upsert creates it. */
export const TableRecord = Type.Object({
  externalId: Type.Optional(Type.String()),
  values: Type.Array(FieldValue),
})
export type TableRecord = Static<typeof TableRecord>

export const Table = Type.Object({
  blockType: Type.Literal('table'),
  ...provenance,
  uri: Type.Optional(Address()),
  metadata: TableMetadata,
  records: Type.Optional(Type.Array(TableRecord)),
})
export type Table = Static<typeof Table>

/** A table to write, identified by its metadata. The platform sends it whole; the hub needs nothing but the metadata. */
export const TableToWrite = Type.Object({
  blockType: Type.Optional(Type.Literal('table')),
  provider: Type.Optional(Type.String()),
  application: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
  uri: Type.Optional(Address()),
  metadata: TableMetadataRequest,
  records: Type.Array(TableRecord),
})
export type TableToWrite = Static<typeof TableToWrite>

export const SyncMetadataRequest = Type.Object(
  { connectedProvider: ConnectedProvider, tableMetadata: Type.Array(TableMetadataRequest) },
  { aliases: { filter: 'tableMetadata' } },
)
export type SyncMetadataRequest = Static<typeof SyncMetadataRequest>

/** Rows to fetch by id. An empty list requests a default selection of rows. */
export const RecordFilter = Type.Object({
  recordTypeFilters: Type.Array(
    Type.Object({ tableMetadata: TableMetadataRequest, externalIds: Type.Array(Type.String({ minLength: 1 })) }),
  ),
})
export type RecordFilter = Static<typeof RecordFilter>

export const SyncTableRequest = Type.Object(
  { connectedProvider: ConnectedProvider, recordFilter: RecordFilter },
  { aliases: { filter: 'recordFilter' } },
)
export type SyncTableRequest = Static<typeof SyncTableRequest>

export const UpsertTableRequest = Type.Object({ connectedProvider: ConnectedProvider, table: TableToWrite })
export type UpsertTableRequest = Static<typeof UpsertTableRequest>

/** What the platform reads of the table in the response. The rest is not required: the records are written already. */
export const WrittenTable = Type.Object({ records: Type.Optional(Type.Array(TableRecord)) })
export type WrittenTable = Static<typeof WrittenTable>
