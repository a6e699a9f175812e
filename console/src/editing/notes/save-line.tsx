import { Button, Group, Text } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react'
import { describeError } from '../../graph/errors.ts'
import type { SaveState } from './saver.ts'

interface SaveLineProps {
  state: SaveState
  onRetry: () => unknown
  /** Keeps what was written as a note of one's own. */
  onSaveCopy: () => unknown
}

/** Whether what was written is saved, and if not, why, and what to do. */
export function SaveLine({ state, onRetry, onSaveCopy }: SaveLineProps) {
  return (
    <Group gap={6} role="status" mih={26} wrap="wrap">
      <Line state={state} />
      {state.kind === 'failed' && (
        <>
          <Button size="compact-xs" variant="light" onClick={() => void onRetry()}>
            Try again now
          </Button>
          {!state.isRetrying && (
            <Button size="compact-xs" variant="light" onClick={() => void onSaveCopy()}>
              Save as a new note
            </Button>
          )}
        </>
      )}
    </Group>
  )
}

function Line({ state }: { state: SaveState }) {
  switch (state.kind) {
    case 'saved':
      return (
        <>
          <IconCloudCheck size={16} aria-hidden />
          <Text size="xs" c="dimmed">
            Saved
          </Text>
        </>
      )
    case 'saving':
      return (
        <>
          <IconCloudUpload size={16} aria-hidden />
          <Text size="xs" c="dimmed">
            Saving …
          </Text>
        </>
      )
    case 'conflict':
      return (
        <Text size="xs" c="red">
          Not saved: choose a version first.
        </Text>
      )
    case 'failed': {
      const { kind, detail } = describeError(state.error)
      return (
        <>
          <IconCloudOff size={16} color="var(--mantine-color-red-6)" aria-hidden />
          <Text size="xs">
            {kind === 'offline'
              ? 'Not saved: the platform cannot be reached. Your text stays here and is saved as soon as it is back.'
              : `Not saved. ${detail}`}
          </Text>
        </>
      )
    }
  }
}
