import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { describeError } from '../../../graph/errors.ts'
import { MutationError } from '../../../ui/mutation-error.tsx'
import { needsReconnect } from '../editing/write-problems.ts'

interface QueryFailureProps {
  error: unknown
  retry: () => unknown
  connectionId: string
}

/** Why the vendor did not run a query, and what to do about it. */
export function QueryFailure({ error, retry, connectionId }: QueryFailureProps) {
  const isInvalid = describeError(error).kind === 'invalid'
  return (
    <div>
      <MutationError error={error} />
      <Group mt="xs">
        {needsReconnect(error) ? (
          <Button component={Link} to={`/connections/${connectionId}?reconnect=1`} size="xs">
            Reconnect
          </Button>
        ) : (
          !isInvalid && (
            <Button size="xs" variant="light" onClick={() => void retry()}>
              Try again
            </Button>
          )
        )}
      </Group>
    </div>
  )
}
