import { List } from '@mantine/core'
import { BlockRow } from '../../../ui/block-row.tsx'
import type { Row } from './block.ts'
import { Section } from './section.tsx'

/** A short list of blocks with a title. Nothing if it is empty. */
export function RowSection({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <Section title={title}>
      <List listStyleType="none" spacing={0} styles={{ itemWrapper: { display: 'block' } }}>
        {rows.map((row) => (
          <List.Item key={row._id}>
            <BlockRow block={row} />
          </List.Item>
        ))}
      </List>
    </Section>
  )
}
