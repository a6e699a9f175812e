import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { AddRecordOfTagDocument, type ShownTagFragment } from '../../../documents.ts'
import { useGraphMutation } from '../../../graph/use-graph.ts'
import { MutationError } from '../../../ui/mutation-error.tsx'
import type { SourceConnection } from '../page/use-sources.ts'
import { initialCells, type RecordField, shownFields } from './cells.ts'
import type { RecordKind } from './eligible.ts'
import { isUnknownOutcome } from './outcomes.ts'

interface CreateRecordProps {
  tag: ShownTagFragment
  connection: SourceConnection
  kind: RecordKind
  fields: readonly RecordField[]
  /** Called with the id that the system gave to the record, and its type there. */
  onCreated: (externalId: string, metadataType: string) => Promise<unknown>
  isLinking: boolean
  linkError: unknown
}

/** Asks for the fields of a new record, writes it to the system, and links it. */
export function CreateRecord({ tag, connection, kind, fields, onCreated, isLinking, linkError }: CreateRecordProps) {
  const [cells, setCells] = useState(() => initialCells(fields, tag, connection.application))
  // The same request is written once, however often it is sent.
  const [requestKey] = useState(() => crypto.randomUUID())
  const creation = useGraphMutation(AddRecordOfTagDocument, { topics: ['blocks:record'], batch: false })
  const [shown] = useState(() => shownFields(fields, cells))
  const create = async (repeatUnknown = false) => {
    const values = Object.entries(cells).map(([name, value]) => ({ name, value: value === '' ? null : value }))
    const { upsertOneRecord: record } = await creation.mutateAsync({
      input: { tableId: kind.tableId, values, requestKey, ...(repeatUnknown ? { repeatUnknown } : {}) },
    })
    if (record?.externalId) await onCreated(record.externalId, record.metadataType ?? kind.metadataType)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create().catch(() => undefined)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">
          {connection.label} has no such record yet. This is written to it first, and then shown here.
        </Text>
        {shown.map((field) => (
          <Cell
            key={field.name}
            field={field}
            value={cells[field.name] ?? ''}
            onChange={(value) => setCells({ ...cells, [field.name]: value })}
          />
        ))}
        {isUnknownOutcome(creation.error) && (
          <Alert color="yellow" title="It is not known whether the record was created">
            Look in {connection.label} first. If it is not there, create it again.
            <Button size="xs" mt="xs" variant="default" onClick={() => void create(true).catch(() => undefined)}>
              Create it again anyway
            </Button>
          </Alert>
        )}
        <MutationError error={creation.error ?? linkError} />
        <Group justify="flex-end">
          <Button type="submit" loading={creation.isPending || isLinking}>
            Add to {connection.label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface CellProps {
  field: RecordField
  value: string
  onChange: (value: string) => void
}

function Cell({ field: { label, name, required, options }, value, onChange }: CellProps) {
  const common = { label: label || name, required: required === true, value }
  if (options.length > 0) {
    const data = [
      { value: '', label: '' },
      ...options.map((option) => ({ value: option.value ?? '', label: option.label ?? option.value ?? '' })),
    ]
    return <NativeSelect {...common} data={data} onChange={(event) => onChange(event.currentTarget.value)} />
  }
  return <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value)} />
}
