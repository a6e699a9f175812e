import type { ShownSignalFragment } from '../../../documents.ts'

/** The fields of one record, with where they come from. */
export interface SignalGroup {
  recordId: string
  tableId: string
  provider: string
  application: string
  signals: ShownSignalFragment[]
}

/** Fields by record, in the order in which the platform lists them; those without a value are left out. */
export function groupSignals(signals: readonly ShownSignalFragment[]): SignalGroup[] {
  const groups = new Map<string, SignalGroup>()
  for (const signal of signals) {
    if (signal.value === null || signal.value === '') continue
    const { recordId, tableId, provider, application } = signal
    const group = groups.get(recordId) ?? { recordId, tableId, provider, application, signals: [] }
    group.signals.push(signal)
    groups.set(recordId, group)
  }
  return [...groups.values()]
}

/** A field that a person can pin, with its value now. */
export interface PinnableField {
  name: string
  label: string
  value: string
}

interface RecordValues {
  values: readonly { name: string; value: string | null }[]
}

interface NamedField {
  name: string
  label: string
}

/** The fields of a record that have a value and are not pinned yet, by their label. */
export function pinnableFields(
  record: RecordValues,
  fields: readonly NamedField[],
  pinnedNames: ReadonlySet<string>,
): PinnableField[] {
  return record.values
    .flatMap(({ name, value }) => {
      if (!value || pinnedNames.has(name)) return []
      return [{ name, value, label: fields.find((field) => field.name === name)?.label || name }]
    })
    .sort((left, right) => left.label.localeCompare(right.label))
}
