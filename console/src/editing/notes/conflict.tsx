import { Alert, Button, Group, ScrollArea, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconArrowsSplit } from '@tabler/icons-react'
import type { NoteContent } from './drafts.ts'
import { toText } from './text.ts'

interface ConflictProps {
  mine: NoteContent
  theirs: NoteContent
  onBoth: () => unknown
  onMine: () => unknown
  onTheirs: () => unknown
}

/** Two versions of a note, of which the person decides. */
export function Conflict({ mine, theirs, onBoth, onMine, onTheirs }: ConflictProps) {
  return (
    <Alert
      color="orange"
      icon={<IconArrowsSplit aria-hidden />}
      title="Somebody else changed this note while you were writing"
      role="alert"
    >
      <Stack gap="sm">
        <Text size="sm">Nothing is lost yet. Choose what the note should say.</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Version label="Your version" {...mine} />
          <Version label="Their version" {...theirs} />
        </SimpleGrid>
        <Group gap="xs">
          <Button size="compact-sm" onClick={() => void onBoth()}>
            Keep both
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void onMine()}>
            Keep yours
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void onTheirs()}>
            Use theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function Version({ label, title, document }: NoteContent & { label: string }) {
  return (
    <Stack gap={2} component="section" aria-label={label}>
      <Text size="xs" fw={600}>
        {label}
      </Text>
      <Text size="sm" fw={500}>
        {title || 'Untitled'}
      </Text>
      <ScrollArea.Autosize mah={180} viewportProps={{ tabIndex: 0 }}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {toText(document) || 'No text'}
        </Text>
      </ScrollArea.Autosize>
    </Stack>
  )
}
