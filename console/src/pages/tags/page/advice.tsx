import { Anchor, Button, Group, List, Paper, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowsJoin, IconBulb } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { AcceptMergeDocument, DismissMergeDocument, type TagPageQuery } from '../../../documents.ts'
import { afterwards, useGraphMutation } from '../../../graph/use-graph.ts'
import { MutationError } from '../../../ui/mutation-error.tsx'
import { notifyDone } from '../../../ui/notify.ts'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { effectsOf, type ProposedMerge, proposedMergesOf } from './merge-text.ts'

interface AdviceProps {
  tagId: string
  recommendations: NonNullable<TagPageQuery['recommendations']>
}

const SHOWN = 2

/** What is recommended about a tag: merges with what they will do, and the names of others. */
export function Advice({ tagId, recommendations }: AdviceProps) {
  const merges = proposedMergesOf(recommendations)
  const others = recommendations.filter(({ mergeTagsRecommendation }) => !mergeTagsRecommendation)
  return (
    <>
      {merges.map((merge) => (
        <MergeCard key={merge.id} merge={merge} tagId={tagId} />
      ))}
      {others.length > 0 && (
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconBulb size={18} aria-hidden style={{ flex: 'none' }} />
          <Text size="sm" style={{ minWidth: 0 }}>
            <VisuallyHidden>Recommended: </VisuallyHidden>
            {others.slice(0, SHOWN).map(({ _id, displayTitle }, index) => (
              <span key={_id}>
                {index > 0 && ' · '}
                <Anchor component={Link} to="/recommendations" inherit>
                  {displayTitle}
                </Anchor>
              </span>
            ))}
            {others.length > SHOWN && ` and ${others.length - SHOWN} more`}
          </Text>
        </Group>
      )}
    </>
  )
}

function MergeCard({ merge, tagId }: { merge: ProposedMerge; tagId: string }) {
  const navigate = useNavigate()
  const topics = ['tag', 'recommendation', `tag:${tagId}`] as const
  const accepting = useGraphMutation(AcceptMergeDocument, { topics })
  const dismissing = useGraphMutation(DismissMergeDocument, { topics })
  const { remaining, merged, reason, title } = merge
  const accept = () =>
    afterwards(accepting.mutateAsync({ id: merge.id }), () => {
      notifyDone('Merged')
      // The page of a tag that is archived now leads to the one that remains.
      if (remaining && remaining._id !== tagId) void navigate(`/tags/${remaining._id}`)
    })
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconArrowsJoin size={20} aria-hidden style={{ flex: 'none' }} />
          <div style={{ minWidth: 0 }}>
            <Text fw={600}>{title}</Text>
            {reason && (
              <Text size="sm" c="dimmed">
                {reason}
              </Text>
            )}
          </div>
        </Group>
        <Group gap="xs">
          {merged.map((tag) => (
            <TagChip key={tag._id} tag={tag} />
          ))}
          <Text size="sm">becomes part of</Text>
          {remaining && <TagChip tag={remaining} />}
        </Group>
        <List size="sm">
          {effectsOf(merge).map((effect) => (
            <List.Item key={effect}>{effect}</List.Item>
          ))}
        </List>
        <MutationError error={accepting.error ?? dismissing.error} />
        <Group gap="xs">
          <Button size="xs" loading={accepting.isPending} onClick={accept}>
            {merge.label}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={dismissing.isPending}
            onClick={() => dismissing.mutate({ id: merge.id })}
          >
            They are not the same
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
