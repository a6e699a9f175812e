import { Stack } from '@mantine/core'
import { IconDatabase } from '@tabler/icons-react'
import { TagRecordsDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { RecordCard, SignalCard } from './field-card.tsx'
import type { SectionProps } from './props.ts'
import { isRecord, toFieldCards } from './signals.ts'

/** What the connected systems say about a tag: their fields, and where each comes from. */
export function FieldsSection({ tag }: SectionProps) {
  const query = useGraphQuery(
    TagRecordsDocument,
    { input: { tagIds: [tag._id], blockTypes: ['record'], size: 20 } },
    { topics: ['blocks:record'] },
  )
  return (
    <Loaded query={query}>
      {({ searchGraph }) => {
        const cards = toFieldCards(tag.signals, searchGraph?.filter(isRecord) ?? [])
        if (cards.length === 0) {
          return (
            <Empty icon={IconDatabase} title="No fields yet">
              The fields of records that connected systems have of this appear here, and you can pin those that matter.
            </Empty>
          )
        }
        return (
          <Stack gap="md">
            {cards.map(({ id, record, group }) =>
              record ? (
                <RecordCard key={id} tagId={tag._id} record={record} signals={group?.signals ?? []} />
              ) : (
                group && <SignalCard key={id} tagId={tag._id} group={group} />
              ),
            )}
          </Stack>
        )
      }}
    </Loaded>
  )
}
