import { CloseButton, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TagLink } from './links.tsx'
import { type AvatarTag, TagAvatar } from './tag-avatar.tsx'
import classes from './tag-chip.module.css'

interface TagChipProps {
  tag: AvatarTag
  /** If false, the name is not a link. */
  isLink?: boolean
  /** If false, the link is not a stop of the Tab key, because a list has hundreds of them. */
  isFocusable?: boolean
  /** Shown after the name, such as a level of access. */
  children?: ReactNode
  /** Offers a button that removes it. */
  onRemove?: () => unknown
}

/** A person, company or other tag in one line: picture and name, which opens its page. */
export function TagChip({ tag, isLink = true, isFocusable = true, children, onRemove }: TagChipProps) {
  return (
    <Group component="span" className={classes.chip} gap={6} wrap="nowrap" display="inline-flex">
      <TagAvatar tag={tag} size={20} />
      {isLink ? (
        <TagLink
          id={tag._id}
          size="sm"
          c="var(--mantine-color-text)"
          truncate="end"
          {...(isFocusable ? {} : { tabIndex: -1 })}
        >
          {tag.alias}
        </TagLink>
      ) : (
        <Text span size="sm" truncate="end">
          {tag.alias}
        </Text>
      )}
      {children}
      {onRemove && <CloseButton size="xs" aria-label={`Remove ${tag.alias}`} onClick={() => void onRemove()} />}
    </Group>
  )
}
