import { SegmentedControl, Text } from '@mantine/core'
import { countOf } from '../../text/numbers.ts'
import { TagLink } from '../../ui/links.tsx'
import { TagAvatar } from '../../ui/tag-avatar.tsx'
import { type MetPerson, PERIODS, type Period } from './people.ts'
import { Nothing } from './placeholders.tsx'
import classes from './today.module.css'

const MOST = 8

/** Chooses how far back meetings are counted. */
export function PeriodControl({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Meetings of the last"
      value={String(period)}
      data={PERIODS.map((days) => ({ value: String(days), label: `${days} days` }))}
      onChange={(value) => onChange(Number(value) as Period)}
    />
  )
}

/** The people whom one meets most, with the number of meetings. */
export function PeopleList({ people, period }: { people: readonly MetPerson[]; period: Period }) {
  if (people.length === 0) return <Nothing>You have met nobody in the last {period} days.</Nothing>
  const most = people[0]?.times ?? 1
  return (
    <ul className={classes.list} aria-label="People you meet most">
      {people.slice(0, MOST).map((person) => (
        <li key={person._id} className={classes.row}>
          <TagAvatar tag={person} size={26} />
          <div className={classes.main}>
            <TagLink id={person._id} className={classes.title} size="sm">
              <bdi>{person.alias}</bdi>
            </TagLink>
            <div className={classes.bar} style={{ width: `${(100 * person.times) / most}%` }} aria-hidden />
          </div>
          <Text size="xs" c="dimmed" className={classes.end}>
            {countOf(person.times, 'meeting')}
          </Text>
        </li>
      ))}
    </ul>
  )
}
