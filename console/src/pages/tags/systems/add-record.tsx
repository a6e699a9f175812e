import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import {
  AddRecordOfTagDocument,
  FieldsOfRecordKindDocument,
  FindRecordsOfTagDocument,
  LinkRecordToTagDocument,
  RecordKindsDocument,
  type RecordKindsQuery,
  type ShownTagFragment,
} from '../../../documents.ts'
import { useGraphMutation, useGraphQuery } from '../../../graph/use-graph.ts'
import { toLine } from '../../../text/blocks.ts'
import { VendorLink } from '../../../ui/links.tsx'
import { MutationError } from '../../../ui/mutation-error.tsx'
import { notifyDone } from '../../../ui/notify.ts'
import { Loaded, Loading } from '../../../ui/states.tsx'
import type { SourceConnection } from '../page/use-sources.ts'
import { identityCell, initialCells, type RecordField, shownFields } from './cells.ts'
import { isUnknownOutcome } from './outcomes.ts'
import { kindsFor, type RecordKind } from './systems.ts'

interface AddRecordProps {
  tag: ShownTagFragment
  connection: SourceConnection
  onClose: () => void
}

/** Adds a tag to a connected system: finds its record there, or creates one. */
export function AddRecord({ tag, connection, onClose }: AddRecordProps) {
  const kinds = useGraphQuery(RecordKindsDocument, {}, { topics: ['connections', 'blocks:table'] })
  return (
    <Modal opened onClose={onClose} title={`Add ${tag.alias} to ${connection.label}`} size="lg">
      <Loaded query={kinds}>
        {(data) => <ChosenKind tag={tag} connection={connection} data={data} onClose={onClose} />}
      </Loaded>
    </Modal>
  )
}

function ChosenKind({ tag, connection, data, onClose }: AddRecordProps & { data: RecordKindsQuery }) {
  const kinds = kindsFor(tag, connection._id, data)
  const [tableId, setTableId] = useState(kinds[0]?.tableId)
  const kind = kinds.find((candidate) => candidate.tableId === tableId)
  if (!kind) {
    return (
      <Text size="sm">
        Nothing can be created in {connection.label} yet: its tables have not been read, or your account there may not
        create records.
      </Text>
    )
  }
  return (
    <Stack>
      {kinds.length > 1 && (
        <NativeSelect
          label="As"
          value={kind.tableId}
          data={kinds.map(({ tableId: value, label }) => ({ value, label }))}
          onChange={(event) => setTableId(event.currentTarget.value)}
        />
      )}
      <FieldsOfKind key={kind.tableId} tag={tag} connection={connection} kind={kind} onClose={onClose} />
    </Stack>
  )
}

interface OfKindProps extends AddRecordProps {
  kind: RecordKind
}

function FieldsOfKind(props: OfKindProps) {
  const query = useGraphQuery(
    FieldsOfRecordKindDocument,
    { tableId: props.kind.tableId },
    { topics: [`block:${props.kind.tableId}`] },
  )
  return (
    <Loaded query={query}>
      {({ recordTypes }) => <FindOrCreate {...props} fields={recordTypes?.[0]?.createFields ?? []} />}
    </Loaded>
  )
}

interface WithFieldsProps extends OfKindProps {
  fields: readonly RecordField[]
}

/** Looks whether the system has a record of the tag, because one there is not to be doubled. */
function FindOrCreate(props: WithFieldsProps) {
  const { tag, connection, kind, fields, onClose } = props
  const criterion = identityCell(fields, tag)
  const found = useGraphQuery(
    FindRecordsOfTagDocument,
    {
      input: {
        connectionId: connection._id,
        metadataType: kind.metadataType,
        searchCriteria: criterion ? [criterion] : [],
        limit: 5,
      },
    },
    { topics: [], enabled: criterion !== undefined, batch: false },
  )
  const linking = useGraphMutation(LinkRecordToTagDocument, { topics: ['tag', `tag:${tag._id}`], batch: false })
  const link = async (externalId: string, metadataType: string) => {
    await linking.mutateAsync({ input: { connectionId: connection._id, externalId, metadataType } })
    notifyDone(`${tag.alias} is linked to ${connection.label}.`)
    onClose()
  }
  if (found.isLoading) return <Loading lines={3} />
  const records = found.data?.executeQuery?.records ?? []
  if (records.length === 0) {
    return <CreateRecord {...props} onCreated={link} isLinking={linking.isPending} linkError={linking.error} />
  }
  return (
    <Stack>
      <Text size="sm">
        {connection.label} has {records.length === 1 ? 'a record' : 'records'} with {criterion?.value} already. Link{' '}
        {records.length === 1 ? 'it' : 'the right one'} instead of creating another one.
      </Text>
      {records.map(({ externalId, metadataType, title, uri }) => (
        <Group key={externalId} justify="space-between">
          <VendorLink url={uri}>{toLine(title) || externalId}</VendorLink>
          <Button
            size="xs"
            loading={linking.isPending}
            onClick={() => void link(externalId, metadataType).catch(() => undefined)}
          >
            Link this record
          </Button>
        </Group>
      ))}
      <MutationError error={linking.error} />
    </Stack>
  )
}

interface CreateRecordProps extends WithFieldsProps {
  onCreated: (externalId: string, metadataType: string) => Promise<unknown>
  isLinking: boolean
  linkError: unknown
}

function CreateRecord({ tag, connection, kind, fields, onCreated, isLinking, linkError }: CreateRecordProps) {
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
