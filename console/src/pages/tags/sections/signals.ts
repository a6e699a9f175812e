import type { ShownSignalFragment, TagRecordsQuery } from '../../../documents.ts'

type Row = NonNullable<TagRecordsQuery['searchGraph']>[number]
export type RecordRow = Extract<Row, { _id: string }>

/** The fields of a record as the platform lists them for a tag. */
export interface SignalGroup {
  recordId: string
  provider: string
  application: string
  signals: readonly ShownSignalFragment[]
}

/** A record of which fields are shown: the record itself, if it is among those of the tag, or only its listed fields. */
export interface FieldCard {
  id: string
  record: RecordRow | undefined
  group: SignalGroup | undefined
}

export const isRecord = (row: Row): row is RecordRow => '_id' in row

/** Records with fields that the platform lists come first, in its order; then the other records of the tag. */
export function toFieldCards(signals: readonly ShownSignalFragment[], records: readonly RecordRow[]): FieldCard[] {
  const groups = Map.groupBy(signals.filter(hasValue), ({ recordId }) => recordId)
  const listed = [...groups].map(([id, own]): FieldCard => {
    const [{ provider, application }] = own as [ShownSignalFragment]
    const group = { recordId: id, provider, application, signals: own }
    return { id, record: records.find(({ _id }) => _id === id), group }
  })
  const others = records.filter(({ _id }) => !groups.has(_id))
  return [...listed, ...others.map((record) => ({ id: record._id, record, group: undefined }))]
}

function hasValue({ value }: ShownSignalFragment): boolean {
  return value !== null && value !== ''
}

/** A field as it is shown. Times are epoch ms. */
export interface ShownField {
  name: string
  label: string
  value: string
  fieldType: string
  reasoning: string | null
  /** The signal, if the field is pinned. */
  signalId: string | undefined
  dateUpdated: number | null
}

interface NamedField {
  name: string
  label: string
  fieldType: string
}

/** The fields of a record that have a value: pinned ones first, then in the order of its table. */
export function fieldsOfRecord(
  record: Pick<RecordRow, 'values' | 'dateUpdated'>,
  signals: readonly ShownSignalFragment[],
  columns: readonly NamedField[],
): ShownField[] {
  const pinned = new Map(signals.filter((signal) => signal.pinned).map((signal) => [signal.fieldName, signal]))
  const fields = record.values.flatMap(({ name, value, reasoning }): ShownField[] => {
    if (!value) return []
    const column = columns.find((candidate) => candidate.name === name)
    return [
      {
        name,
        value,
        label: column?.label || name,
        fieldType: column?.fieldType ?? 'string',
        reasoning,
        signalId: pinned.get(name)?._id,
        dateUpdated: pinned.get(name)?.dateUpdated ?? null,
      },
    ]
  })
  return [...fields.filter(({ signalId }) => signalId), ...fields.filter(({ signalId }) => !signalId)]
}

export function fieldsOfSignals(signals: readonly ShownSignalFragment[]): ShownField[] {
  return signals.map(({ _id, fieldName, label, value, fieldType, reasoning, pinned, dateUpdated }) => ({
    name: fieldName,
    label: label || fieldName,
    value: value ?? '',
    fieldType,
    reasoning,
    signalId: pinned ? _id : undefined,
    dateUpdated,
  }))
}

/** What people seldom read: keys of the system, and what is not the case. */
const TECHNICAL = ['id', 'reference']

/** Whether a field is shown before everything is asked for. */
export function isTelling({ fieldType, value, signalId }: ShownField): boolean {
  if (signalId !== undefined) return true
  return !TECHNICAL.includes(fieldType.toLowerCase()) && value.toLowerCase() !== 'false'
}
