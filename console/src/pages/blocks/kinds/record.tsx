import { Anchor, Skeleton, Stack, Text, Tooltip } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { Link } from 'react-router'
import { RecordLabelsDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { readPreferences } from '../../../text/preferences.ts'
import type { BlockOf } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { LinkedText } from '../text/linked.tsx'
import { formatValue, type ValueField } from './format-value.ts'
import { toShownValues } from './record-values.ts'

/** A row of a vendor's table, with the labels that the vendor gives its fields and their options. */
export function RecordContent({
  record: { tableId, values, metadataType, operations },
}: {
  record: BlockOf<'Record'>
}) {
  const { data, error } = useGraphQuery(
    RecordLabelsDocument,
    { tableId: tableId ?? '' },
    { topics: [`block:${tableId ?? ''}`], enabled: tableId !== null },
  )
  // Without the labels, the names of the fields are shown.
  if (tableId !== null && !data && !error) return <Skeleton height={200} />
  const { fields = [], label } = data?.table?.metadata ?? {}
  const shown = toShownValues(values, fields)
  return (
    <Stack gap="md">
      {tableId !== null && (
        <Text size="sm" c="dimmed">
          A row of{' '}
          <Anchor component={Link} to={`/tables/${tableId}`} size="sm" underline="always">
            {label ?? data?.table?.title ?? metadataType ?? 'its table'}
          </Anchor>
          {operations.update ? ', where it can be changed.' : ', which cannot be changed here.'}
        </Text>
      )}
      {shown.length === 0 ? (
        <Text c="dimmed" size="sm">
          This record has no values.
        </Text>
      ) : (
        <Facts
          facts={shown.map(({ label: name, value, field, reasoning }) => ({
            label: name,
            value: <Value value={value} field={field} reasoning={reasoning} />,
          }))}
        />
      )}
    </Stack>
  )
}

interface ValueProps {
  value: string
  field: ValueField | undefined
  reasoning: string | null
}

function Value({ value, field, reasoning }: ValueProps) {
  return (
    <>
      <LinkedText text={formatValue(value, field, readPreferences())} />
      {reasoning && (
        <Tooltip label={reasoning} multiline maw={360}>
          <Text size="xs" c="dimmed" tabIndex={0} w="fit-content">
            <IconSparkles size={12} aria-hidden /> Why: {reasoning.slice(0, 80)}
          </Text>
        </Tooltip>
      )}
    </>
  )
}
