import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { describeCounts } from '../../graph-picture/describe.ts'
import { linkKey, type Neighbor, type Picture, type Target } from '../../graph-picture/model.ts'
import { formatNumber } from '../../text/numbers.ts'
import type { Insights } from './insights.ts'
import { moveFocus, RowButton } from './row-button.tsx'

interface InsightListsProps {
  picture: Picture
  neighbors: ReadonlyMap<string, readonly Neighbor[]>
  insights: Insights | undefined
  onSelect: (target: Target) => void
}

const MAX_ROWS = 5

/** What the picture answers by itself: who is linked most, who connects groups, and what is linked most. */
export function InsightLists({ picture, neighbors, insights, onSelect }: InsightListsProps) {
  const labelOf = (id: string) => picture.nodes.find((node) => node.id === id)?.label ?? ''
  const linkCount = (id: string) => neighbors.get(id)?.length ?? 0
  const connected = picture.nodes.toSorted((a, b) => linkCount(b.id) - linkCount(a.id)).slice(0, MAX_ROWS)
  return (
    <Stack component="section" gap="sm" aria-label="What the picture shows">
      <Text size="xs" c="dimmed">
        Click a node or a link to see what is behind it. With Shift, a click narrows the picture to it.
      </Text>
      <List title="Most links">
        {connected.map(({ id, kind, label }) => (
          <RowButton
            key={id}
            kind={kind}
            label={label}
            count={linkCount(id)}
            onClick={() => onSelect({ type: 'node', id })}
          />
        ))}
      </List>
      {insights && insights.connectors.length > 0 && (
        <List title="Who connects groups">
          {insights.connectors.map(({ node: { id, kind, label }, groups }) => (
            <RowButton
              key={id}
              kind={kind}
              label={label}
              detail={`${formatNumber(groups.length)} groups: around ${groups.map(({ name }) => name).join(', ')}`}
              onClick={() => onSelect({ type: 'node', id })}
            />
          ))}
        </List>
      )}
      {insights && insights.strongest.length > 0 && (
        <List title="Strongest links">
          {insights.strongest.map((link) => (
            <RowButton
              key={linkKey(link)}
              label={`${labelOf(link.source)} and ${labelOf(link.target)}`}
              detail={describeCounts(link.counts)}
              count={link.weight}
              onClick={() => onSelect({ type: 'link', source: link.source, target: link.target })}
            />
          ))}
        </List>
      )}
    </Stack>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={2} size="h6" mb={4}>
        {title}
      </Title>
      <Stack gap={0} onKeyDown={moveFocus}>
        {children}
      </Stack>
    </div>
  )
}
