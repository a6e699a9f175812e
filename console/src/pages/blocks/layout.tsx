import { Grid, Stack, Tabs } from '@mantine/core'
import { IconFileDescription, IconTopologyStar3 } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { BlockActions } from '../../collaboration/block-actions.tsx'
import { BlockSidebar } from '../../collaboration/block-sidebar.tsx'
import { usePaletteActions } from '../../shell/palette-actions.ts'
import { titleOf } from '../../text/blocks.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { BlockIcon } from '../../ui/kind-icon.tsx'
import { lazyPart } from '../../ui/load-part.ts'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { Content } from './content.tsx'
import { Headline } from './headline.tsx'
import { Linked } from './linked.tsx'
import { Notices } from './notices.tsx'
import type { PageContext, ShownPage } from './shared/block.ts'
import { RowSection } from './shared/rows.tsx'

const BlockFabricPicture = lazyPart(() => import('../../graph-picture/block-fabric-picture.tsx'))

const GRAPH = 'graph'
const CONTENT = 'content'

interface BlockFrameProps {
  block: ShownPage
  context: PageContext
}

/** What the pages of all kinds have in common, around the form of this one. */
export function BlockFrame({ block, context }: BlockFrameProps) {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === GRAPH ? GRAPH : CONTENT
  const { singular } = BLOCK_KINDS[block.blockType]
  const open = (value: string | null) =>
    setSearch(
      (previous) => {
        if (value === GRAPH) previous.set('tab', GRAPH)
        else previous.delete('tab')
        return previous
      },
      { replace: true },
    )
  usePaletteActions([
    tab === GRAPH
      ? { id: 'block-content', label: `Show this ${singular}`, icon: IconFileDescription, run: () => open(CONTENT) }
      : {
          id: 'block-graph',
          label: `Show what this ${singular} is related to`,
          icon: IconTopologyStar3,
          run: () => open(GRAPH),
        },
  ])
  return (
    <Page
      title={titleOf(block)}
      icon={<BlockIcon type={block.blockType} size={36} />}
      description={<Headline block={block} />}
      actions={<BlockActions block={block} />}
    >
      <Notices block={block} />
      <Linked block={block} ownTagId={context.tenant.tagId} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }} data-block={block._id}>
          <Tabs value={tab} onChange={open} keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value={CONTENT} leftSection={<IconFileDescription size={16} aria-hidden />}>
                Content
              </Tabs.Tab>
              <Tabs.Tab value={GRAPH} leftSection={<IconTopologyStar3 size={16} aria-hidden />}>
                Related
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value={CONTENT}>
              <Stack gap="lg">
                <Content block={block} context={context} />
                {/* The form of a task lists its subtasks. */}
                {block.__typename !== 'Task' && <RowSection title="Belongs to this" rows={context.components ?? []} />}
                {block.__typename !== 'Transcription' && (
                  <RowSection title="Came out of this" rows={context.results ?? []} />
                )}
              </Stack>
            </Tabs.Panel>
            <Tabs.Panel value={GRAPH}>
              <Suspense fallback={<Loading lines={8} />}>
                <BlockFabricPicture blockId={block._id} height={520} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <BlockSidebar blockId={block._id} />
        </Grid.Col>
      </Grid>
    </Page>
  )
}
