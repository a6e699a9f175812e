import { Group, Select, Stack, Tabs } from '@mantine/core'
import { useState } from 'react'
import { describeCounts, describeLink } from '../../graph-picture/describe.ts'
import { NODE_KINDS } from '../../graph-picture/kinds.ts'
import type { Neighbor, Picture, Target } from '../../graph-picture/model.ts'
import { countOf, formatNumber } from '../../text/numbers.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { RowButton } from './row-button.tsx'
import { LINK_SORTS, type LinkSort, NODE_SORTS, type NodeSort, toLinkRows, toNodeRows } from './rows.ts'

interface ListsProps {
  picture: Picture
  neighbors: ReadonlyMap<string, readonly Neighbor[]>
  onSelect: (target: Target) => void
}

/** The same as the picture, as lists that can be sorted. The arrow keys move between rows. */
export function Lists({ picture, neighbors, onSelect }: ListsProps) {
  const [nodeSort, setNodeSort] = useState<NodeSort>('weight')
  const [linkSort, setLinkSort] = useState<LinkSort>('weight')
  return (
    <Tabs defaultValue="nodes" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="nodes">People and topics ({formatNumber(picture.nodes.length)})</Tabs.Tab>
        <Tabs.Tab value="links">Links ({formatNumber(picture.links.length)})</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="nodes" pt="xs">
        <Stack gap="xs">
          <Sort options={NODE_SORTS} value={nodeSort} onChange={setNodeSort} />
          <VirtualList
            label="People and topics"
            rows={toNodeRows(picture, neighbors, nodeSort)}
            keyOf={({ node }) => node.id}
            estimate={46}
          >
            {({ node: { id, kind, label, counts, weight }, linkCount }) => (
              <RowButton
                kind={kind}
                label={label}
                detail={`${NODE_KINDS[kind].singular} · ${describeCounts(counts)} · ${countOf(linkCount, 'link')}`}
                count={weight}
                onClick={() => onSelect({ type: 'node', id })}
              />
            )}
          </VirtualList>
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="links" pt="xs">
        <Stack gap="xs">
          <Sort options={LINK_SORTS} value={linkSort} onChange={setLinkSort} />
          <VirtualList label="Links" rows={toLinkRows(picture, linkSort)} keyOf={({ key }) => key} estimate={46}>
            {({ link, source, target }) => (
              <RowButton
                label={`${source.label} and ${target.label}`}
                detail={describeLink(link).join(' · ')}
                count={link.weight}
                onClick={() => onSelect({ type: 'link', source: link.source, target: link.target })}
              />
            )}
          </VirtualList>
        </Stack>
      </Tabs.Panel>
    </Tabs>
  )
}

interface SortProps<Value extends string> {
  options: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

function Sort<Value extends string>({ options, value, onChange }: SortProps<Value>) {
  const data = Object.entries<string>(options).map(([key, label]) => ({ value: key as Value, label }))
  return (
    <Group>
      <Select
        size="xs"
        aria-label="Sort by"
        data={data}
        value={value}
        allowDeselect={false}
        onChange={(chosen) => chosen && onChange(chosen)}
      />
    </Group>
  )
}
