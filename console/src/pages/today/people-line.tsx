import { toLine } from '../../text/blocks.ts'
import { TagLink } from '../../ui/links.tsx'
import { TagAvatar } from '../../ui/tag-avatar.tsx'
import type { Person } from './meetings.ts'
import classes from './today.module.css'

const MOST = 4

/** People in a line, with links to those who have a page. Nothing if there are none. */
export function People({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return null
  const shown = people.slice(0, MOST)
  const more = people.length - shown.length
  return (
    <div className={classes.details}>
      {shown.map((person) => (
        <PersonName key={person.tag?._id ?? person.email ?? person.friendlyName} person={person} />
      ))}
      {more > 0 && <span>and {more} more</span>}
    </div>
  )
}

export function PersonName({ person: { tag, friendlyName, email } }: { person: Person }) {
  if (tag === null) return <bdi>{toLine(friendlyName) || toLine(email) || 'Somebody'}</bdi>
  return (
    <span className={classes.person}>
      <TagAvatar tag={tag} size={18} />
      <TagLink id={tag._id} inherit c="inherit">
        <bdi>{toLine(tag.alias) || 'Unnamed'}</bdi>
      </TagLink>
    </span>
  )
}
