import { Text } from '@mantine/core'
import classes from './layout.module.css'
import { describeNextRun, type Sync } from './sync-words.ts'
import { useNow } from './use-now.ts'

const SECOND_MS = 1_000

/** When the next run of a sync starts, counted down. It is hidden from screen readers, which would read every second. */
export function NextRun({ sync, isActive }: { sync: Sync; isActive: boolean }) {
  const now = useNow(SECOND_MS)
  return (
    <Text size="sm" c="dimmed" className={classes.numbers} component="div" role="timer" aria-live="off">
      {describeNextRun(sync, isActive, now) ?? (sync.pausedByUser ? 'Paused by you' : 'No run is planned')}
    </Text>
  )
}
