import { Badge, VisuallyHidden } from '@mantine/core'
import { IconPaperclip, IconStarFilled, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useOwnTagId } from '../graph/own-tag.ts'
import {
  authorOf,
  dateOf,
  hasTitle,
  isOverdue,
  isShared,
  isUnread,
  isWholeDay,
  type LinkedTag,
  type ListedBlock,
  linkedTagsOf,
  titleOf,
  toLine,
} from '../text/blocks.ts'
import { excerptOf, toSearchWords } from '../text/highlight.ts'
import classes from './block-row.module.css'
import { Highlighted } from './highlighted.tsx'
import { BlockIcon } from './kind-icon.tsx'
import { BlockLink, TagLink } from './links.tsx'
import { When } from './when.tsx'

interface BlockRowProps {
  block: ListedBlock
  /** What was searched for: its words are marked. */
  highlight?: string
  /** Shows the beginning of the text, or the part of it that was found. */
  withSummary?: boolean
  /** Shown at the end, such as a button. */
  action?: ReactNode
}

const MAX_TAGS = 3
const EXCERPT_LENGTH = 240

/** A block in a list: its kind, title, people, date, and what is special about it. Its title leads to its page. */
export function BlockRow({ block, highlight, withSummary = false, action }: BlockRowProps) {
  const { blockType, favorite, archived, proposed, generated, status, hasAttachments } = block
  const unread = isUnread(block)
  const ownTagId = useOwnTagId()
  return (
    <div className={classes.row} data-unread={unread || undefined} data-done={status === 'completed' || undefined}>
      <BlockIcon type={blockType} />
      <div className={classes.main}>
        <div className={classes.heading}>
          {unread && (
            <span className={classes.dot}>
              <VisuallyHidden>Unread</VisuallyHidden>
            </span>
          )}
          <BlockLink id={block._id} className={classes.title}>
            <Highlighted text={titleOf(block)} search={highlight} />
          </BlockLink>
          {favorite && <IconStarFilled size={14} className={classes.favorite} role="img" aria-label="Favourite" />}
          {isShared(block, ownTagId) && <IconUsers size={14} className={classes.sign} role="img" aria-label="Shared" />}
          {hasAttachments && (
            <IconPaperclip size={14} className={classes.sign} role="img" aria-label="Has attachments" />
          )}
          {proposed && <Sign color="violet">Proposed</Sign>}
          {generated && <Sign color="pink">By AI</Sign>}
          {archived && <Sign color="gray">Archived</Sign>}
        </div>
        <Involved block={block} ownTagId={ownTagId} />
        {withSummary && <Summary block={block} highlight={highlight} />}
      </div>
      <BlockDate block={block} />
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

function Sign({ color, children }: { color: string; children: string }) {
  return (
    <Badge size="xs" variant="light" color={color} style={{ flex: 'none' }}>
      {children}
    </Badge>
  )
}

/** Who wrote it, and whom and what it is about. */
function Involved({ block, ownTagId }: { block: ListedBlock; ownTagId: string | undefined }) {
  const author = authorOf(block)
  const tags = linkedTagsOf(block, ownTagId)
  const shown = tags.slice(0, MAX_TAGS)
  if (author === undefined && tags.length === 0) return null
  return (
    <div className={classes.details}>
      {author !== undefined && <bdi>{author}</bdi>}
      {shown.map((tag, index) => (
        <span key={tag._id}>
          {index > 0 ? ', ' : author === undefined ? '' : ' · '}
          <TagName tag={tag} />
        </span>
      ))}
      {tags.length > shown.length && ` and ${tags.length - shown.length} more`}
    </div>
  )
}

/** Not a stop of the Tab key: a list has hundreds of them, and the block's page has them too. */
function TagName({ tag: { _id, alias } }: { tag: LinkedTag }) {
  return (
    <TagLink id={_id} inherit c="inherit" tabIndex={-1}>
      <bdi>{toLine(alias) || 'Unnamed'}</bdi>
    </TagLink>
  )
}

function Summary({ block, highlight = '' }: { block: ListedBlock; highlight?: string | undefined }) {
  const found = toLine(block.snippet)
  const line = found || (hasTitle(block) ? toLine(block.summary) : '')
  if (line === '' || line === titleOf(block)) return null
  return (
    <div className={classes.snippet}>
      <Highlighted text={excerptOf(line, toSearchWords(highlight), EXCERPT_LENGTH)} search={highlight} />
    </div>
  )
}

function BlockDate({ block }: { block: ListedBlock }) {
  const time = dateOf(block)
  if (time === undefined) return <div className={classes.date} />
  const isDue = block.blockType === 'task' && block.dateDue === time && block.status !== 'completed'
  const overdue = isDue && isOverdue(block)
  return (
    <div className={classes.date} data-overdue={overdue || undefined}>
      {overdue ? 'Overdue ' : isDue ? 'Due ' : ''}
      <When time={time} wholeDay={isWholeDay(block)} />
    </div>
  )
}
