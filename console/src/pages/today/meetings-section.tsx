import { Anchor, Badge, Title, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { titleOf } from '../../text/blocks.ts'
import { formatDuration, formatTime } from '../../text/dates.ts'
import { countOf } from '../../text/numbers.ts'
import { BlockLink, VendorLink } from '../../ui/links.tsx'
import { describeRepeats, groupByDay, type Meeting } from './meetings.ts'
import { People } from './people-line.tsx'
import { Nothing } from './placeholders.tsx'
import classes from './today.module.css'

/** Meetings are listed up to this many, and of today more. */
const MOST = { listed: 6, today: 12 }

/** The next meetings by day, with the people and the way in. */
export function Meetings({ meetings, now }: { meetings: readonly Meeting[]; now: number }) {
  if (meetings.length === 0) {
    return (
      <Nothing>
        No meetings in the next 8 days. They appear here as soon as a calendar is{' '}
        <Anchor component={Link} to="/connections" inherit>
          connected
        </Anchor>{' '}
        and has some.
      </Nothing>
    )
  }
  const days = groupByDay(meetings, MOST, now)
  const shown = days.reduce((sum, { meetings: list }) => sum + list.length, 0)
  return (
    <>
      {days[0]?.day !== 'Today' && <Nothing>Nothing more today.</Nothing>}
      {days.map(({ day, meetings: list }) => (
        <div key={day}>
          <Title order={3} size="xs" c="dimmed" tt="none" mt={4}>
            {day}
          </Title>
          <ul className={classes.list} aria-label={`Meetings: ${day}`}>
            {list.map((meeting) => (
              <MeetingRow key={meeting.id} meeting={meeting} now={now} />
            ))}
          </ul>
        </div>
      ))}
      {shown < meetings.length && (
        <Anchor
          component={Link}
          to="/search?kind=event&when=next-7&sort=oldest"
          size="xs"
          mt={4}
          display="inline-block"
        >
          {countOf(meetings.length - shown, 'more meeting')} in the next days
        </Anchor>
      )}
    </>
  )
}

function MeetingRow({ meeting, now }: { meeting: Meeting; now: number }) {
  const { id, title, start, end, allDay, state, joinUrl, people, location, isTentative } = meeting
  const name = titleOf({ _id: id, blockType: 'event', title })
  const repeats = describeRepeats(meeting, now)
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.time}>
        {allDay ? 'All day' : <time dateTime={new Date(start).toISOString()}>{formatTime(start)}</time>}
        {!allDay && <div className={classes.details}>{formatDuration(end - start)}</div>}
      </div>
      <div className={classes.main}>
        <BlockLink id={id} className={classes.title}>
          {name}
        </BlockLink>
        <People people={people} />
        <div className={classes.details}>
          {isTentative && <span>Tentative</span>}
          {location !== undefined && <bdi className={classes.clamped}>{location}</bdi>}
          {repeats !== undefined && <span>{repeats}</span>}
        </div>
      </div>
      <div className={classes.end}>
        {state !== 'later' && (
          <Badge size="sm" variant={state === 'now' ? 'filled' : 'light'} color="violet">
            {state === 'now' ? 'Now' : 'Next'}
          </Badge>
        )}
        {joinUrl !== undefined && (
          <VendorLink url={joinUrl} size="sm">
            Join<VisuallyHidden> {name}</VisuallyHidden>
          </VendorLink>
        )}
      </div>
    </li>
  )
}
