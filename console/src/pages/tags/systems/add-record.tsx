import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
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
import { identityCell, type RecordField } from './cells.ts'
import { CreateRecord } from './create-record.tsx'
import { kindsFor, type RecordKind } from './eligible.ts'

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
