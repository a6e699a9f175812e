import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { describeCounts } from '../../graph-picture/describe.ts'
import { NODE_KINDS } from '../../graph-picture/kinds.ts'
import { KindSign } from '../../graph-picture/legend.tsx'
import { linkKey, type Neighbor, type Picture, type PictureNode, type Target } from '../../graph-picture/model.ts'
import { formatNumber } from '../../text/numbers.ts'
import { TagLink } from '../../ui/links.tsx'
import { CommonBlocks } from './common-blocks.tsx'
import { InsightLists } from './insight-lists.tsx'
import type { Insights } from './insights.ts'
import classes from './panel.module.css'
import { moveFocus, RowButton } from './row-button.tsx'
import { type GraphScope, idsOf } from './scope.ts'

interface PanelProps {
  picture: Picture
  neighbors: ReadonlyMap<string, readonly Neighbor[]>
  insights: Insights | undefined
  scope: GraphScope
  selected: Target | undefined
  onSelect: (target: Target | undefined) => void
  onNarrow: (tagIds: readonly string[]) => void
}

/** What is selected, in words; without a selection, what the picture answers by itself. */
export function Panel(props: PanelProps) {
  const { picture, selected } = props
  const find = (id: string) => picture.nodes.find((node) => node.id === id)
  if (selected?.type === 'node') {
    const node = find(selected.id)
    if (node) return <NodePanel {...props} node={node} />
  }
  if (selected?.type === 'link') {
    const [source, target] = [find(selected.source), find(selected.target)]
    if (source && target) return <LinkPanel {...props} source={source} target={target} />
  }
  return <InsightLists {...props} />
}

interface FrameProps extends PanelProps {
  title: ReactNode
  narrowLabel: string
  children: ReactNode
}

function Frame({ title, narrowLabel, selected, onSelect, onNarrow, children }: FrameProps) {
  return (
    <Stack component="section" gap="sm" aria-label="Selected">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={() => onSelect(undefined)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {children}
      <Button
        variant="light"
        size="xs"
        leftSection={<IconFilter size={14} aria-hidden />}
        onClick={() => selected && onNarrow(idsOf(selected))}
      >
        {narrowLabel}
      </Button>
    </Stack>
  )
}

function NodePanel({ node, ...props }: PanelProps & { node: PictureNode }) {
  const { neighbors, insights, onSelect } = props
  const { id, kind, label, counts } = node
  const group = insights?.groupOf(id)
  const connector = insights?.connectors.find((candidate) => candidate.node.id === id)
  const linked = neighbors.get(id) ?? []
  return (
    <Frame {...props} narrowLabel="Narrow to this" title={<TagLink id={id}>{label}</TagLink>}>
      <Group gap={6}>
        <KindSign kind={kind} />
        <Text size="sm" c="dimmed">
          {NODE_KINDS[kind].singular}
        </Text>
      </Group>
      <Text size="sm">{describeCounts(counts, 6)}</Text>
      {group && (
        <Text size="sm">
          {group.name === label ? 'In the middle of a group' : `In the group around ${group.name}`} of{' '}
          {formatNumber(group.size)}.
        </Text>
      )}
      {connector && <Text size="sm">Connects the groups around {namesOf(connector.groups)}.</Text>}
      <Title order={3} size="h6">
        Linked to {formatNumber(linked.length)}
      </Title>
      <ul className={classes.list} onKeyDown={moveFocus} aria-label="Neighbours">
        {linked.map(({ node: other, link }) => (
          <li key={other.id}>
            <RowButton
              kind={other.kind}
              label={other.label}
              detail={describeCounts(link.counts)}
              count={link.weight}
              onClick={() => onSelect({ type: 'link', source: link.source, target: link.target })}
            />
          </li>
        ))}
      </ul>
      {linked.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing here is linked to it by the same item.
        </Text>
      )}
    </Frame>
  )
}

function namesOf(groups: Insights['groups']): string {
  const names = groups.slice(0, 4).map(({ name }) => name)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function LinkPanel({ source, target, ...props }: PanelProps & { source: PictureNode; target: PictureNode }) {
  const { picture, scope, onSelect } = props
  const key = linkKey({ source: source.id, target: target.id })
  const link = picture.links.find((candidate) => linkKey(candidate) === key)
  return (
    <Frame {...props} narrowLabel="Narrow to both" title={`${source.label} and ${target.label}`}>
      <Stack gap={0} onKeyDown={moveFocus}>
        {[source, target].map(({ id, kind, label }) => (
          <RowButton key={id} kind={kind} label={label} onClick={() => onSelect({ type: 'node', id })} />
        ))}
      </Stack>
      <CommonBlocks scope={scope} link={link} tagIds={[source.id, target.id]} />
    </Frame>
  )
}
