import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type ShownSignalFragment, TagTableDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { toLine } from '../../../text/blocks.ts'
import { BlockLink } from '../../../ui/links.tsx'
import { SourceLabel } from '../page/source-label.tsx'
import type { Origin } from '../page/use-sources.ts'
import { Field } from './field.tsx'
import classes from './fields.module.css'
import {
  fieldsOfRecord,
  fieldsOfSignals,
  isTelling,
  type RecordRow,
  type ShownField,
  type SignalGroup,
} from './signals.ts'

interface RecordCardProps {
  tagId: string
  record: RecordRow
  /** The fields of this record that the platform lists for the tag. */
  signals: readonly ShownSignalFragment[]
}

/** A record of a tag with its fields, each of which can be pinned. */
export function RecordCard({ tagId, record, signals }: RecordCardProps) {
  const tableId = record.tableId ?? ''
  const { data } = useGraphQuery(
    TagTableDocument,
    { id: tableId },
    { topics: [`block:${tableId}`], enabled: tableId !== '' },
  )
  const [showsAll, setShowsAll] = useState(false)
  const fields = fieldsOfRecord(record, signals, data?.table?.metadata?.fields ?? [])
  const telling = fields.filter(isTelling)
  const shown = showsAll ? fields : telling
  return (
    <Card recordId={record._id} title={toLine(record.title)} kind={record.metadataType} origin={record}>
      <Fields fields={shown} tagId={tagId} tableId={tableId} />
      {fields.length > telling.length && (
        <Button
          variant="subtle"
          size="compact-xs"
          m="xs"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer fields' : `Show all ${fields.length} fields`}
        </Button>
      )}
    </Card>
  )
}

/** Fields that the platform lists for a tag, of a record that is not among those of the tag. */
export function SignalCard({ tagId, group }: { tagId: string; group: SignalGroup }) {
  const fields = fieldsOfSignals(group.signals)
  const title = fields.find(({ name }) => /^(name|title|subject)$/i.test(name))?.value
  return (
    <Card recordId={group.recordId} title={toLine(title)} kind={null} origin={group}>
      <Fields fields={fields.filter(isTelling)} tagId={tagId} />
    </Card>
  )
}

interface CardProps {
  recordId: string
  title: string
  kind: string | null
  origin: Origin
  children: ReactNode
}

function Card({ recordId, title, kind, origin, children }: CardProps) {
  return (
    <Paper withBorder component="section" aria-label={title || 'Record'}>
      <Group justify="space-between" px="sm" py={8} gap="xs" className={classes.heading}>
        <Title order={2} size="h6" style={{ overflowWrap: 'anywhere' }}>
          <BlockLink id={recordId} inherit c="inherit">
            {title || 'Record'}
          </BlockLink>
        </Title>
        <Text size="xs" c="dimmed" component="div">
          {kind && `${kind} · `}
          <SourceLabel origin={origin} />
        </Text>
      </Group>
      {children}
    </Paper>
  )
}

interface FieldsProps {
  fields: readonly ShownField[]
  tagId: string
  tableId?: string
}

function Fields({ fields, tagId, tableId }: FieldsProps) {
  return (
    <dl className={classes.fields}>
      {fields.map((field) => (
        <Field key={field.name} field={field} tagId={tagId} tableId={tableId} />
      ))}
    </dl>
  )
}
