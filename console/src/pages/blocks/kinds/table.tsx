import { Button, Group, Stack, Text } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { Link } from 'react-router'
import { countOf } from '../../../text/numbers.ts'
import { BlockLink } from '../../../ui/links.tsx'
import { When } from '../../../ui/when.tsx'
import type { BlockOf } from '../shared/block.ts'
import { Section } from '../shared/section.tsx'

/** A vendor's table: its last records and its fields. It is read and changed on its own page. */
export function TableContent({ table: { _id, recordCount, records, metadata } }: { table: BlockOf<'Table'> }) {
  return (
    <Stack gap="lg">
      <Group>
        <Button component={Link} to={`/tables/${_id}`} leftSection={<IconTable size={16} aria-hidden />}>
          Open the table
        </Button>
        {recordCount !== null && (
          <Text size="sm" c="dimmed">
            {countOf(recordCount, 'record')}
          </Text>
        )}
      </Group>
      {records.length > 0 && (
        <Section title="Last changed">
          <Stack gap={2}>
            {records.map((record) => (
              <Group key={record._id} justify="space-between" gap="xs" wrap="nowrap">
                <BlockLink id={record._id} size="sm" truncate>
                  <bdi>{record.title?.trim() || 'Record without a name'}</bdi>
                </BlockLink>
                {record.dateUpdated !== null && (
                  <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                    <When time={record.dateUpdated} relative />
                  </Text>
                )}
              </Group>
            ))}
          </Stack>
        </Section>
      )}
      {metadata && metadata.fields.length > 0 && (
        <Section title="Fields">
          <Text size="sm" c="dimmed">
            {metadata.fields.map(({ label, name }) => label || name).join(', ')}
          </Text>
        </Section>
      )}
    </Stack>
  )
}
