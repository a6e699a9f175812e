import { Skeleton, Stack } from '@mantine/core'
import { Loaded } from '../ui/states.tsx'
import { Activities } from './activities/list.tsx'
import { Comments } from './comments/list.tsx'
import { Reactions } from './reactions/bar.tsx'
import { Section } from './section.tsx'
import { ShareForm } from './sharing/form.tsx'
import { ShareList } from './sharing/list.tsx'
import { toCollaboration, useCollaboration } from './use-collaboration.ts'

/** Beside a block: reactions, who sees it and why, comments, and what happened to it. */
export function BlockSidebar({ blockId }: { blockId: string }) {
  const queries = useCollaboration(blockId)
  const shown = toCollaboration(queries)
  return (
    <Loaded query={queries.collaboration} loading={<SidebarSkeleton />}>
      {() =>
        shown && (
          <Stack gap="lg">
            <Reactions block={shown.block} ownTagId={shown.ownTagId} />
            <Section title="Who sees this">
              <ShareList {...shown} />
              <ShareForm {...shown} />
            </Section>
            {shown.block.blockType !== 'thread' && (
              <Section title="Comments">
                <Comments block={shown.block} ownTagId={shown.ownTagId} />
              </Section>
            )}
            <Section title="Activity">
              <Activities {...shown} />
            </Section>
          </Stack>
        )
      }
    </Loaded>
  )
}

function SidebarSkeleton() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height={28} width={120} />
      <Skeleton height={120} />
      <Skeleton height={90} />
      <Skeleton height={140} />
    </Stack>
  )
}
