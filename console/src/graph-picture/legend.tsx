import { Group, Text, UnstyledButton } from '@mantine/core'
import { formatNumber } from '../text/numbers.ts'
import { toSvgPoints } from './drawing/shapes.ts'
import { countKinds, NODE_KINDS } from './kinds.ts'
import type { NodeKind, Picture } from './model.ts'
import classes from './picture.module.css'

/** A node of a kind, as the picture draws it. */
export function KindSign({ kind, size = 16 }: { kind: NodeKind; size?: number }) {
  const { shape, color } = NODE_KINDS[kind]
  const points = toSvgPoints(shape, size)
  const fill = `light-dark(var(--mantine-color-${color}-6), var(--mantine-color-${color}-5))`
  return (
    <svg width={size} height={size} aria-hidden style={{ flex: 'none' }}>
      {points === undefined ? (
        <circle cx={size / 2} cy={size / 2} r={size / 3} style={{ fill }} />
      ) : (
        <polygon points={points} style={{ fill }} />
      )}
    </svg>
  )
}

interface LegendProps {
  /** With the kinds that are hidden. */
  picture: Picture
  hidden: ReadonlySet<NodeKind>
  onToggle: (kind: NodeKind) => void
}

/** What the shapes and colours mean; a click hides and shows a kind. */
export function Legend({ picture, hidden, onToggle }: LegendProps) {
  return (
    <Group gap={4} role="group" aria-label="Kinds in the picture">
      {countKinds(picture).map(({ kind, count }) => {
        const { singular, plural } = NODE_KINDS[kind]
        return (
          <UnstyledButton
            key={kind}
            className={classes.kind}
            aria-pressed={!hidden.has(kind)}
            onClick={() => onToggle(kind)}
          >
            <KindSign kind={kind} />
            <Text span size="xs">
              {formatNumber(count)} {count === 1 ? singular : plural}
            </Text>
          </UnstyledButton>
        )
      })}
    </Group>
  )
}
