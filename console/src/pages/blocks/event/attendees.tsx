import { Badge, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '../../../text/numbers.ts'
import { nameOf, responseOf } from '../people.ts'
import type { BlockOf } from '../shared/block.ts'
import { PersonName } from '../shared/person.tsx'
import { Section } from '../shared/section.tsx'
import classes from './attendees.module.css'

const MAX_PEOPLE = 20

/** Who is invited, with their responses: the accepting ones first. */
export function Attendees({ attendees }: { attendees: BlockOf<'Event'>['eventAttendees'] }) {
  const [isWhole, setWhole] = useState(false)
  if (attendees.length === 0) return null
  const sorted = attendees.toSorted(
    (left, right) =>
      responseOf(left.responseStatus).rank - responseOf(right.responseStatus).rank ||
      nameOf(left).localeCompare(nameOf(right)),
  )
  const shown = isWhole ? sorted : sorted.slice(0, MAX_PEOPLE)
  const accepted = attendees.filter(({ responseStatus }) => responseOf(responseStatus).rank === 0).length
  return (
    <Section
      title="People"
      beside={
        <Text size="xs" c="dimmed">
          {countOf(attendees.length, 'person', 'people')}, {accepted} accepted
        </Text>
      }
    >
      <Stack gap={0} component="ul" className={classes.list}>
        {shown.map((attendee, index) => {
          const { label, color } = responseOf(attendee.responseStatus)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same address may occur twice
            <li key={`${index} ${attendee.email}`} className={classes.person}>
              <PersonName person={attendee} withAddress />
              <span className={classes.response}>
                {attendee.optional && (
                  <Text span size="xs" c="dimmed">
                    optional
                  </Text>
                )}
                <Badge size="sm" variant="light" color={color}>
                  {label}
                </Badge>
              </span>
            </li>
          )
        })}
      </Stack>
      {shown.length < sorted.length && (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          Show all {sorted.length}
        </Button>
      )}
    </Section>
  )
}
