import { Badge, List, Stack, Text } from '@mantine/core'
import type { ArchiveBlockMutation } from '../../documents.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { countOf } from '../../text/numbers.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { BlockLink } from '../../ui/links.tsx'

/** What depends on a block, as the platform assesses it. */
export type Assessment = NonNullable<
  NonNullable<ArchiveBlockMutation['archiveOneBlock']>['metadataChange']
>['assessment']

const IMPACTS: Readonly<Record<string, { color: string; label: string }>> = {
  HIGH: { color: 'red', label: 'High impact' },
  MEDIUM: { color: 'orange', label: 'Medium impact' },
  LOW: { color: 'gray', label: 'Low impact' },
}

/** More are counted but not listed. */
const MAX_NAMED = 12

interface ArchiveDialogProps {
  /** What depends on the block; the dialog is open while there is one. */
  assessment: Assessment | undefined
  kind: string
  isRunning: boolean
  error: unknown
  onConfirm: () => unknown
  onClose: () => void
}

/** Says what depends on a block before it is archived. */
export function ArchiveDialog({ assessment, kind, ...props }: ArchiveDialogProps) {
  const impact = IMPACTS[assessment?.impactLevel.toUpperCase() ?? '']
  const named = assessment?.dependants.slice(0, MAX_NAMED) ?? []
  const unnamed = (assessment?.dependants.length ?? 0) - named.length
  return (
    <Confirm
      opened={assessment !== undefined}
      title={`Archive this ${kind}?`}
      action="Archive anyway"
      isDangerous
      {...props}
    >
      <Stack gap="xs">
        {impact && (
          <Badge variant="light" color={impact.color} tt="none">
            {impact.label}
          </Badge>
        )}
        <Text size="sm">{assessment?.message.replace(/\s*Confirm to archive it anyway\.$/, '')}</Text>
        {named.length > 0 && (
          <List size="sm">
            {named.map(({ id, blockType, title }) => (
              <List.Item key={id}>
                <BlockLink id={id} inherit underline="always">
                  {title || `Untitled ${BLOCK_KINDS[blockType].singular}`}
                </BlockLink>{' '}
                <Text span c="dimmed" inherit>
                  ({BLOCK_KINDS[blockType].singular})
                </Text>
              </List.Item>
            ))}
          </List>
        )}
        {unnamed > 0 && <Text size="sm">And {countOf(unnamed, 'other')}.</Text>}
        <Text size="sm" c="dimmed">
          What is archived disappears from lists and searches. They go on without it, and you can restore it.
        </Text>
      </Stack>
    </Confirm>
  )
}
