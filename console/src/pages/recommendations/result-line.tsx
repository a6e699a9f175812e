import { Anchor, Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { describeError } from '../../graph/errors.ts'
import type { Settled } from './use-settled.ts'

/** What was done with a recommendation, with a link to the result, and to take it back where that is possible. */
export function ResultLine({ result, onClose }: { result: Settled; onClose: () => void }) {
  const undo = useMutation({ mutationFn: async () => result.undo?.(), networkMode: 'always', onSuccess: onClose })
  return (
    <Paper withBorder px="sm" py={6} role="status">
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <Group gap="xs" miw={0}>
          <IconCheck size={16} color="var(--mantine-color-green-6)" aria-hidden />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {result.message}
          </Text>
          {result.link && (
            <Anchor component={Link} to={result.link.to} size="sm">
              {result.link.label}
            </Anchor>
          )}
          {undo.error && (
            <Text size="sm" c="red" role="alert">
              Not undone: {describeError(undo.error).detail}
            </Text>
          )}
        </Group>
        <Group gap={4} wrap="nowrap">
          {result.undo && (
            <Button size="compact-xs" variant="subtle" loading={undo.isPending} onClick={() => undo.mutate()}>
              Undo
            </Button>
          )}
          <CloseButton size="sm" aria-label="Close this line" onClick={onClose} />
        </Group>
      </Group>
    </Paper>
  )
}
