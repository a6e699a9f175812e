import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { PagePersonFragment } from '../../../documents.ts'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { addressOf, nameOf } from '../people.ts'

interface PersonProps {
  person: PagePersonFragment
  /** Shows the address beside the name, since names are what senders claim. */
  withAddress?: boolean
  /** Shown after the name. */
  children?: ReactNode
}

/** Somebody: a chip that leads to their page if they are in the graph, else their name. */
export function PersonName({ person, withAddress = false, children }: PersonProps) {
  const address = addressOf(person)
  const title = person.email ?? undefined
  return (
    <Group component="span" gap={6} display="inline-flex" maw="100%" title={title}>
      {person.tag ? (
        <TagChip tag={person.tag}>{children}</TagChip>
      ) : (
        <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{nameOf(person)}</bdi> {children}
        </Text>
      )}
      {withAddress && address && (
        <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{address}</bdi>
        </Text>
      )}
    </Group>
  )
}

const MAX_PEOPLE = 12

/** People in a row; of many, the first ones until more are requested. */
export function PersonNames({ people }: { people: readonly PagePersonFragment[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? people : people.slice(0, MAX_PEOPLE)
  return (
    <Group component="span" gap={6} display="inline-flex">
      {shown.map((person, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same address may occur twice
        <PersonName key={`${index} ${person.email}`} person={person} />
      ))}
      {shown.length < people.length && (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          and {people.length - shown.length} more
        </Button>
      )}
    </Group>
  )
}
