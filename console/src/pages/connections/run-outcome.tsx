import { Text } from '@mantine/core'
import { describeOutcome } from './outcome-words.ts'
import type { SyncRun } from './sync-words.ts'

/** What a run did that a person has started. */
export function RunOutcome({ run }: { run: SyncRun }) {
  return (
    <Text size="sm" role="status" c={run.state === 'failed' ? 'red' : undefined}>
      {describeOutcome(run)}
    </Text>
  )
}
