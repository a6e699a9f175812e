import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { PinFieldDocument, UnpinFieldDocument } from '../../../documents.ts'
import { useGraphMutation } from '../../../graph/use-graph.ts'
import { readPreferences } from '../../../text/preferences.ts'
import { VendorLink } from '../../../ui/links.tsx'
import { notifyFailure } from '../../../ui/notify.ts'
import { When } from '../../../ui/when.tsx'
import { formatValue } from '../../blocks/kinds/format-value.ts'
import classes from './fields.module.css'
import type { ShownField } from './signals.ts'

interface FieldProps {
  field: ShownField
  tagId: string
  /** The table of the field's record. Without it, the field cannot be pinned. */
  tableId: string | undefined
}

/** A field of a record: what it is called, its value, why an AI chose it, and whether it is pinned. */
export function Field({ field, tagId, tableId }: FieldProps) {
  const { label, value, fieldType, reasoning, signalId, dateUpdated } = field
  return (
    <div className={classes.field}>
      <dt>{label}</dt>
      <dd>
        <div className={classes.value}>
          <Text size="sm" component="div" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {fieldType === 'url' ? (
              <VendorLink url={value} inherit>
                {value}
              </VendorLink>
            ) : (
              formatValue(value, field, readPreferences())
            )}
          </Text>
          <Pin signalId={signalId} label={label} tagId={tagId} fieldName={field.name} tableId={tableId} />
        </div>
        {reasoning && (
          <Text size="xs" c="dimmed">
            By AI, because: {reasoning}
          </Text>
        )}
        {dateUpdated !== null && (
          <Text size="xs" c="dimmed">
            <When time={dateUpdated} relative />
          </Text>
        )}
      </dd>
    </div>
  )
}

interface PinProps {
  signalId: string | undefined
  label: string
  tagId: string
  tableId: string | undefined
  fieldName: string
}

function Pin({ signalId, label, tagId, tableId, fieldName }: PinProps) {
  const topics = [`tag:${tagId}`] as const
  const pinning = useGraphMutation(PinFieldDocument, { topics })
  const unpinning = useGraphMutation(UnpinFieldDocument, { topics })
  const isPinned = signalId !== undefined
  if (!isPinned && !tableId) return null
  const toggle = () => {
    if (isPinned) unpinning.mutate({ id: signalId }, { onError: notifyFailure })
    else if (tableId) pinning.mutate({ input: { tagId, tableId, fieldName } }, { onError: notifyFailure })
  }
  const Icon = isPinned ? IconPinFilled : IconPin
  return (
    <Tooltip label={isPinned ? 'Unpin' : 'Pin to the top'}>
      <ActionIcon
        variant="subtle"
        color={isPinned ? 'brand' : 'gray'}
        size="sm"
        aria-pressed={isPinned}
        aria-label={`Pin ${label}`}
        loading={pinning.isPending || unpinning.isPending}
        onClick={toggle}
      >
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
