import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { FabricPictureDocument } from '../documents.ts'
import { useGraphQuery } from '../graph/use-graph.ts'
import { lazyPart } from '../ui/load-part.ts'
import { Loaded, Loading } from '../ui/states.tsx'
import { describePicture } from './describe.ts'
import { type Fabric, toFabricPicture } from './fabric.ts'
import { FabricList, Selected } from './fabric-list.tsx'
import type { NodeKind, Target } from './model.ts'

const GraphPicture = lazyPart(() => import('./picture.tsx'))

export interface BlockFabricPictureProps {
  /** The block in the middle. */
  blockId: string
  /** Height of the picture (px). */
  height?: number
}

/** What a block is related to, as a picture: blocks by kind, and the people and topics that they share. */
export default function BlockFabricPicture({ blockId, height = 360 }: BlockFabricPictureProps) {
  const query = useGraphQuery(
    FabricPictureDocument,
    { input: { _id: blockId } },
    { topics: [`block:${blockId}`], batch: false },
  )
  return (
    <Loaded query={query} loading={<Loading lines={Math.round(height / 40)} />}>
      {({ blockFabric }) => blockFabric && <Shown fabric={blockFabric} height={height} />}
    </Loaded>
  )
}

function Shown({ fabric, height }: { fabric: Fabric; height: number }) {
  const picture = useMemo(() => toFabricPicture(fabric), [fabric])
  const [view, setView] = useState('picture')
  const [hidden, setHidden] = useState<ReadonlySet<NodeKind>>(new Set())
  const [selected, setSelected] = useState<Target>()
  if (picture.nodes.length < 2) return <Text c="dimmed">Nothing is related to this yet.</Text>
  const node = selected?.type === 'node' ? picture.nodes.find(({ id }) => id === selected.id) : undefined
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="View"
          data={[
            { value: 'picture', label: 'Picture' },
            { value: 'list', label: 'List' },
          ]}
          value={view}
          onChange={setView}
        />
        {fabric.truncated && (
          <Text size="xs" c="dimmed">
            There is more: you see what is nearest.
          </Text>
        )}
      </Group>
      {view === 'list' ? (
        <FabricList picture={picture} rootId={fabric.rootId} />
      ) : (
        <>
          <Suspense fallback={<Loading lines={Math.round(height / 40)} />}>
            <GraphPicture
              picture={picture}
              layoutKey={fabric.rootId}
              description={`What this is related to. ${describePicture(picture)}`}
              hidden={hidden}
              onHide={(kind) => setHidden((kinds) => toggle(kinds, kind))}
              selected={selected}
              onPick={setSelected}
              height={height}
            />
          </Suspense>
          <Selected node={node} />
        </>
      )}
    </Stack>
  )
}

function toggle(kinds: ReadonlySet<NodeKind>, kind: NodeKind): ReadonlySet<NodeKind> {
  return new Set(kinds.has(kind) ? [...kinds].filter((entry) => entry !== kind) : [...kinds, kind])
}
