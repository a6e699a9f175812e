import { Text } from '@mantine/core'
import { describeLink, describeNode } from './describe.ts'
import { linkKey, type Neighbor, type Picture, type Position, type Target } from './model.ts'
import classes from './picture.module.css'

interface TipProps {
  picture: Picture
  neighbors: ReadonlyMap<string, readonly Neighbor[]>
  target: Target
  /** Where the pointer is (px in the picture). */
  point: Position
  /** Of the picture (px). */
  size: { width: number; height: number }
}

const OFFSET = 14

/** What is under the pointer, in a few words beside it. */
export function Tip({ picture, neighbors, target, point, size }: TipProps) {
  const content = contentOf(picture, neighbors, target)
  if (!content) return null
  const isRight = point.x > size.width / 2
  const isLow = point.y > size.height / 2
  const style = {
    ...(isRight ? { right: size.width - point.x + OFFSET } : { left: point.x + OFFSET }),
    ...(isLow ? { bottom: size.height - point.y + OFFSET } : { top: point.y + OFFSET }),
  }
  return (
    <div className={classes.tip} style={style} role="status">
      <Text size="sm" fw={600} lineClamp={3}>
        {content.title}
      </Text>
      {content.lines.map((line) => (
        <Text key={line} size="xs" c="dimmed">
          {line}
        </Text>
      ))}
    </div>
  )
}

function contentOf({ nodes, links }: Picture, neighbors: TipProps['neighbors'], target: Target) {
  const labelOf = (id: string) => nodes.find((node) => node.id === id)?.label ?? ''
  if (target.type === 'node') {
    const node = nodes.find(({ id }) => id === target.id)
    return node && { title: node.label, lines: describeNode(node, neighbors.get(node.id) ?? []) }
  }
  const link = links.find((candidate) => linkKey(candidate) === linkKey(target))
  return link && { title: `${labelOf(link.source)} and ${labelOf(link.target)}`, lines: describeLink(link) }
}
