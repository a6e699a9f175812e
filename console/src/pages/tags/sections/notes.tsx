import { Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconNote, IconPlus } from '@tabler/icons-react'
import { TagBlocksDocument, type TagBlocksQuery } from '../../../documents.ts'
import { NewNote } from '../../../editing/new-note.tsx'
import { useGraphPages } from '../../../graph/use-graph.ts'
import { BlockRow } from '../../../ui/block-row.tsx'
import { PublishNotes } from '../systems/publish-notes.tsx'
import { BlockList } from './block-list.tsx'
import type { SectionProps } from './props.ts'

const pick = (data: TagBlocksQuery) => data.searchGraph

/** The notes about a tag, the last changed first. */
export function NotesSection({ tag }: SectionProps) {
  const [isCreating, creating] = useDisclosure(false)
  const input = { tagIds: [tag._id], blockTypes: ['note' as const] }
  const query = useGraphPages(TagBlocksDocument, input, { topics: ['blocks:note'], pick })
  const create = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={creating.open}>
      New note
    </Button>
  )
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <PublishNotes tag={tag} notes={query.rows ?? []} />
        {create}
      </Group>
      <BlockList
        query={query}
        label="Notes"
        empty={{
          icon: IconNote,
          title: 'No notes yet',
          text: 'Notes about this appear here, yours and those that are shared with you.',
          action: create,
        }}
      >
        {(block) => <BlockRow block={block} withSummary />}
      </BlockList>
      <NewNote opened={isCreating} onClose={creating.close} tags={[{ _id: tag._id, alias: tag.alias }]} />
    </Stack>
  )
}
