import { ActionIcon, Badge, Group, Paper, Stack, Text, Title, Tooltip } from '@mantine/core'
import { IconDatabase, IconPinnedOff } from '@tabler/icons-react'
import { type ShownSignalFragment, UnpinFieldDocument } from '../../../documents.ts'
import { useGraphMutation } from '../../../graph/use-graph.ts'
import { readPreferences } from '../../../text/preferences.ts'
import { BlockLink } from '../../../ui/links.tsx'
import { notifyFailure } from '../../../ui/notify.ts'
import { Empty } from '../../../ui/states.tsx'
import { When } from '../../../ui/when.tsx'
import { formatValue } from '../../blocks/kinds/format-value.ts'
import { SourceLabel } from '../page/source-label.tsx'
import classes from './fields.module.css'
import { PinField } from './pin-field.tsx'
import type { SectionProps } from './section-props.ts'
import { groupSignals, type SignalGroup } from './signals.ts'

/** What the connected systems say about a tag: their fields, and where each comes from. */
export function FieldsSection({ tag }: SectionProps) {
  const groups = groupSignals(tag.signals)
  return (
    <Stack gap="md">
      {groups.length === 0 && (
        <Empty icon={IconDatabase} title="No fields yet">
          Fields of the records that concern this appear here. Pin those of its own records that matter to you.
        </Empty>
      )}
      {groups.map((group) => (
        <SignalCard key={group.recordId} group={group} tagId={tag._id} />
      ))}
      <PinField tag={tag} />
    </Stack>
  )
}

function SignalCard({ group, tagId }: { group: SignalGroup; tagId: string }) {
  const title = group.signals.find(({ fieldName }) => /^(name|title|subject)$/i.test(fieldName))?.value
  return (
    <Paper withBorder component="section">
      <Group justify="space-between" px="sm" py={8} className={classes.heading}>
        <Title order={2} size="h6">
          {title ?? 'Record'}
        </Title>
        <Group gap="sm">
          <Text size="xs" c="dimmed" component="div">
            <SourceLabel origin={group} />
          </Text>
          <BlockLink id={group.recordId} size="xs">
            Open the record
          </BlockLink>
        </Group>
      </Group>
      <dl className={classes.fields}>
        {group.signals.map((signal) => (
          <Field key={signal._id} signal={signal} tagId={tagId} />
        ))}
      </dl>
    </Paper>
  )
}

function Field({ signal, tagId }: { signal: ShownSignalFragment; tagId: string }) {
  const unpinning = useGraphMutation(UnpinFieldDocument, { topics: [`tag:${tagId}`] })
  const { _id, label, fieldName, value, reasoning, pinned, dateUpdated } = signal
  return (
    <div className={classes.field}>
      <dt>
        {label || fieldName}
        {pinned && (
          <Badge size="xs" variant="light" ml={6}>
            Pinned
          </Badge>
        )}
      </dt>
      <dd>
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          {formatValue(value ?? '', signal, readPreferences())}
        </Text>
        {reasoning && (
          <Text size="xs" c="dimmed">
            By AI, because: {reasoning}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <When time={dateUpdated} relative />
        </Text>
      </dd>
      {pinned && (
        <Tooltip label="Unpin">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Unpin ${label || fieldName}`}
            loading={unpinning.isPending}
            onClick={() => unpinning.mutate({ id: _id }, { onError: notifyFailure })}
          >
            <IconPinnedOff size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
