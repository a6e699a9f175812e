import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { formatDuration } from '../../../text/dates.ts'
import { readPreferences } from '../../../text/preferences.ts'
import { toSafeUrl } from '../../../text/urls.ts'
import { BlockLink } from '../../../ui/links.tsx'
import { When } from '../../../ui/when.tsx'
import { HtmlFrame } from '../frame/index.tsx'
import type { BlockOf } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { PersonName } from '../shared/person.tsx'
import { Section } from '../shared/section.tsx'
import { isHtml } from '../text/is-html.ts'
import { LinkedText } from '../text/linked.tsx'
import { Attendees } from './attendees.tsx'
import { OtherEvents } from './other-events.tsx'
import { describeRecurrence } from './recurrence.ts'
import { describeWhen } from './when.ts'

interface EventContentProps {
  event: BlockOf<'Event'>
  ownTagId: string | null
}

/** A meeting: when, where, with whom, and what was said in it. */
export function EventContent({ event, ownTagId }: EventContentProps) {
  const reader = readPreferences()
  const { eventStatus, busy, visibility, location, description, organizedBy, calendar, transcriptions } = event
  return (
    <Stack gap="lg">
      {eventStatus === 'cancelled' && (
        <Badge color="red" variant="light" size="lg">
          Cancelled
        </Badge>
      )}
      {eventStatus === 'tentative' && (
        <Badge color="yellow" variant="light" size="lg">
          Tentative
        </Badge>
      )}
      <Facts
        facts={[
          { label: 'When', value: <EventTime event={event} /> },
          { label: 'Repeats', value: describeRecurrence(event.recurrence, reader) },
          { label: 'Where', value: location?.trim() && <LinkedText text={location.trim()} /> },
          { label: 'Online', value: event.conferenceUrl && <Join url={event.conferenceUrl} /> },
          organizedBy && { label: 'Organized by', value: <PersonName person={organizedBy} /> },
          calendar && {
            label: 'Calendar',
            value: (
              <BlockLink id={calendar._id} size="sm">
                {calendar.name ?? 'Calendar'}
              </BlockLink>
            ),
          },
          { label: 'Shown as', value: busy === false ? 'Free' : undefined },
          { label: 'Visibility', value: visibility && visibility !== 'default' ? visibility : undefined },
        ]}
      />
      {description?.trim() && (
        <Section title="Description">
          {isHtml(description) ? (
            <HtmlFrame key={event._id} html={description} title="Description of the event" />
          ) : (
            <LinkedText text={description} />
          )}
        </Section>
      )}
      <Attendees attendees={event.eventAttendees} />
      {transcriptions.length > 0 && (
        <Section title="Transcripts">
          <Stack gap={4}>
            {transcriptions.map(({ _id, title, dateStart, duration }) => (
              <Text key={_id} size="sm">
                <BlockLink id={_id} size="sm" underline="always">
                  {title?.trim() || 'Transcript'}
                </BlockLink>{' '}
                <Text span c="dimmed">
                  {dateStart !== null && <When time={dateStart} />}
                  {duration !== null && `, ${formatDuration(duration)}`}
                </Text>
              </Text>
            ))}
          </Stack>
        </Section>
      )}
      <OtherEvents event={event} ownTagId={ownTagId} />
    </Stack>
  )
}

function EventTime({ event }: { event: BlockOf<'Event'> }) {
  const when = describeWhen(event, readPreferences())
  if (!when) return 'No date'
  return (
    <>
      {when.text}
      {when.inOwnZone && (
        <Text size="xs" c="dimmed">
          {when.inOwnZone}
        </Text>
      )}
    </>
  )
}

/** The button names the host, because invitations come from outside. */
function Join({ url }: { url: string }) {
  const safe = toSafeUrl(url)
  if (safe === undefined) return <bdi>{url}</bdi>
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={safe}
        target="_blank"
        rel="noopener noreferrer nofollow"
        size="xs"
        variant="light"
        leftSection={<IconVideo size={16} aria-hidden />}
      >
        Join the meeting
      </Button>
      <Text span size="xs" c="dimmed">
        at {new URL(safe).host}
      </Text>
    </Group>
  )
}
