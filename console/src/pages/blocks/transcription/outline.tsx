import { Text } from '@mantine/core'
import type { PageOutlineItemFragment } from '../../../documents.ts'
import { toLine } from '../../../text/blocks.ts'
import { Section } from '../shared/section.tsx'
import { JumpButton } from './jump-button.tsx'
import classes from './transcript.module.css'

/** A part of the conversation with the parts that it consists of. */
type Item = PageOutlineItemFragment & { children?: readonly Item[] }

interface OutlineProps {
  items: readonly Item[]
  jump: (time: number) => void
}

/** What was talked about, part by part. */
export function Outline({ items, jump }: OutlineProps) {
  if (items.length === 0) return null
  return (
    <Section title="Outline">
      <Items items={items} jump={jump} />
    </Section>
  )
}

function Items({ items, jump }: OutlineProps) {
  return (
    <ol className={classes.outline}>
      {items.map((item, index) => {
        const title = toLine(item.title) || toLine(item.text).slice(0, 120) || 'Part without a title'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may occur twice, and the order does not change
          <li key={index}>
            <div className={classes.line}>
              {item.startOffset !== null && <JumpButton time={item.startOffset} jump={jump} label={title} />}
              <Text size="sm" fw={500}>
                <bdi>{title}</bdi>
              </Text>
            </div>
            {item.text && toLine(item.text) !== title && (
              <Text size="sm" c="dimmed" className={classes.said}>
                <bdi>{item.text}</bdi>
              </Text>
            )}
            {item.children && item.children.length > 0 && <Items items={item.children} jump={jump} />}
          </li>
        )
      })}
    </ol>
  )
}
