import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useState } from 'react'
import {
  PinFieldDocument,
  type ShownTagFragment,
  TagRecordsDocument,
  type TagRecordsQuery,
  TagTableDocument,
} from '../../../documents.ts'
import { useGraphMutation, useGraphQuery } from '../../../graph/use-graph.ts'
import { toLine } from '../../../text/blocks.ts'
import { MutationError } from '../../../ui/mutation-error.tsx'
import { pinnableFields } from './signals.ts'

type Row = NonNullable<TagRecordsQuery['searchGraph']>[number]
type RecordRow = Extract<Row, { _id: string }>

const isRecord = (row: Row): row is RecordRow => '_id' in row

/** Pins fields of the tag's records, so that they are always shown. Nothing if it has no records. */
export function PinField({ tag }: { tag: ShownTagFragment }) {
  const { data } = useGraphQuery(
    TagRecordsDocument,
    { input: { tagIds: [tag._id], blockTypes: ['record'], size: 20 } },
    { topics: ['blocks:record'] },
  )
  const records = data?.searchGraph?.filter(isRecord) ?? []
  const [recordId, setRecordId] = useState<string>()
  const record = records.find(({ _id }) => _id === recordId) ?? records[0]
  if (!record) return null
  return (
    <Paper withBorder p="sm" component="section" aria-label="Pin a field">
      <Stack gap="xs">
        <Title order={2} size="h6">
          Pin a field
        </Title>
        <Text size="xs" c="dimmed">
          A pinned field of a record is always shown here, with the value that the system has.
        </Text>
        {records.length > 1 && (
          <NativeSelect
            size="xs"
            label="Record"
            value={record._id}
            data={records.map(({ _id, title, metadataType }) => ({
              value: _id,
              label: [toLine(title) || 'Record', metadataType].filter(Boolean).join(' · '),
            }))}
            onChange={(event) => setRecordId(event.currentTarget.value)}
          />
        )}
        <FieldOfRecord key={record._id} tag={tag} record={record} />
      </Stack>
    </Paper>
  )
}

function FieldOfRecord({ tag, record }: { tag: ShownTagFragment; record: RecordRow }) {
  const tableId = record.tableId ?? ''
  const { data } = useGraphQuery(
    TagTableDocument,
    { id: tableId },
    { topics: [`block:${tableId}`], enabled: tableId !== '' },
  )
  const pinning = useGraphMutation(PinFieldDocument, { topics: [`tag:${tag._id}`] })
  const [chosen, setChosen] = useState('')
  const pinned = tag.signals.filter((signal) => signal.pinned && signal.tableId === tableId)
  const names = new Set(pinned.map(({ fieldName }) => fieldName))
  const fields = pinnableFields(record, data?.table?.metadata?.fields ?? [], names)
  const fieldName = fields.some(({ name }) => name === chosen) ? chosen : (fields[0]?.name ?? '')
  return (
    <>
      <Group align="flex-end" gap="xs">
        <NativeSelect
          size="xs"
          label="Field"
          value={fieldName}
          data={fields.map(({ name, label, value }) => ({ value: name, label: `${label}: ${value.slice(0, 60)}` }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
          style={{ flex: '1 1 14rem' }}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPin size={14} aria-hidden />}
          disabled={fieldName === ''}
          loading={pinning.isPending}
          onClick={() => pinning.mutate({ input: { tagId: tag._id, tableId, fieldName } })}
        >
          Pin
        </Button>
      </Group>
      <MutationError error={pinning.error} />
    </>
  )
}
