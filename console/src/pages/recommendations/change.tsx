import { Anchor, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './card.module.css'
import type { Line } from './describe/description.ts'

/** How it is now beside how it will be. */
export function Change({ before, after }: { before: readonly Line[]; after: readonly Line[] }) {
  if (before.length === 0 && after.length === 0) return null
  const isSingle = before.length === 0 || after.length === 0
  return (
    <div className={classes.change} data-single={isSingle || undefined}>
      {before.length > 0 && <Side side="before" title="Now" lines={before} />}
      {!isSingle && <IconArrowRight size={18} aria-hidden className={classes.arrow} />}
      {after.length > 0 && <Side side="after" title={before.length > 0 ? 'Then' : 'What comes of it'} lines={after} />}
    </div>
  )
}

function Side({ side, title, lines }: { side: 'before' | 'after'; title: string; lines: readonly Line[] }) {
  return (
    <div className={classes.side} data-side={side}>
      <Text size="xs" fw={600} mb={2}>
        {title}
      </Text>
      <dl className={classes.line}>
        {lines.map(({ label, value, to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, and never move
          <LineOf key={index} {...{ label, value }} {...(to === undefined ? {} : { to })} />
        ))}
      </dl>
    </div>
  )
}

function LineOf({ label, value, to }: Line) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {to === undefined ? (
          value
        ) : (
          <Anchor component={Link} to={to} inherit>
            {value}
          </Anchor>
        )}
      </dd>
    </>
  )
}
