import { Badge, Checkbox, Skeleton, VisuallyHidden } from '@mantine/core'
import type { MouseEvent } from 'react'
import type { ListedTagFragment } from '../../../documents.ts'
import { toLine } from '../../../text/blocks.ts'
import { countOf } from '../../../text/numbers.ts'
import { identityOf } from '../../../text/tags.ts'
import { Highlighted } from '../../../ui/highlighted.tsx'
import { TagLink } from '../../../ui/links.tsx'
import { TagAvatar } from '../../../ui/tag-avatar.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { When } from '../../../ui/when.tsx'
import { FavoriteButton } from '../favorite-button.tsx'
import classes from './row.module.css'
import type { ListKind } from './state.ts'

interface TagRowProps {
  tag: ListedTagFragment
  kind: ListKind
  /** If false, the column of the company is left out. */
  withCompany?: boolean
  /** What was searched for: its words are marked. */
  highlight: string
  isSelected?: boolean
  /** Without it, the row has no checkbox. */
  onSelect?: (id: string, isRange: boolean) => void
}

/** A person or a company in a list, with what one looks for at a glance. */
export function TagRow({ tag, kind, withCompany = true, highlight, isSelected = false, onSelect }: TagRowProps) {
  const { _id, taskCount, dateLastContact, organization, archived } = tag
  const name = toLine(tag.alias) || 'Unnamed'
  return (
    <div
      className={`${classes.columns} ${classes.row}`}
      data-selected={isSelected || undefined}
      data-short={!withCompany || undefined}
    >
      {onSelect ? (
        <Checkbox
          size="xs"
          aria-label={`Select ${name}`}
          checked={isSelected}
          onClick={(event: MouseEvent) => onSelect(_id, event.shiftKey)}
          // The click tells whether the shift key was held.
          onChange={() => {}}
        />
      ) : (
        withCompany && <span />
      )}
      <div className={classes.who}>
        <TagAvatar tag={tag} size={32} />
        <div className={classes.names}>
          <TagLink id={_id} className={classes.name} c="var(--mantine-color-text)">
            <Highlighted text={name} search={highlight} />
          </TagLink>
          <div className={classes.line}>
            <Highlighted text={identityOf(tag)} search={highlight} />
          </div>
        </div>
        {archived && (
          <Badge size="xs" variant="light" color="gray">
            Archived
          </Badge>
        )}
      </div>
      {withCompany && (
        <div className={`${classes.cell} ${classes.wide}`}>
          {kind === 'companies'
            ? secondNameOf(tag)
            : organization && <TagChip tag={organization} isFocusable={false} />}
        </div>
      )}
      <div className={`${classes.cell} ${classes.medium}`}>
        {dateLastContact === null ? (
          <VisuallyHidden>Not in contact yet</VisuallyHidden>
        ) : (
          <When time={dateLastContact} relative />
        )}
      </div>
      <div className={`${classes.cell} ${classes.wide}`}>
        {taskCount ? countOf(taskCount, 'task') : <VisuallyHidden>No open tasks</VisuallyHidden>}
      </div>
      <FavoriteButton tag={tag} />
    </div>
  )
}

/** The other name, if it says more. */
function secondNameOf({ alias, friendlyName }: ListedTagFragment): string {
  return friendlyName && friendlyName !== alias ? toLine(friendlyName) : ''
}

/** The names of the columns; screen readers hear them in each row instead. */
export function ListHeading({ kind }: { kind: ListKind }) {
  return (
    <div className={`${classes.columns} ${classes.heading}`} aria-hidden>
      <span />
      <span>Name</span>
      <span className={classes.wide}>{kind === 'people' ? 'Company' : 'Also called'}</span>
      <span className={classes.medium}>Last contact</span>
      <span className={classes.wide}>Open tasks</span>
      <span />
    </div>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

/** Rows where the list will be. */
export function RowSkeletons() {
  return (
    <div role="status" aria-busy>
      <VisuallyHidden>Loading</VisuallyHidden>
      {ROWS.map((key) => (
        <div key={key} className={`${classes.columns} ${classes.row}`}>
          <Skeleton height={16} width={16} />
          <div className={classes.who}>
            <Skeleton height={32} circle />
            <Skeleton height={12} width="60%" />
          </div>
          <Skeleton height={12} width="70%" className={classes.wide} />
          <Skeleton height={12} width="60%" className={classes.medium} />
          <Skeleton height={12} width="40%" className={classes.wide} />
        </div>
      ))}
    </div>
  )
}
