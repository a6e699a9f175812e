import { Avatar, type AvatarProps } from '@mantine/core'
import { IconBuilding, IconCalendar, IconHash, IconMapPin, IconUser, type TablerIcon } from '@tabler/icons-react'
import { colorOf, initialsOf, isCompany, nameOfKind, type TagKindOf } from '../text/tags.ts'
import { toSafeUrl } from '../text/urls.ts'

export interface AvatarTag extends TagKindOf {
  _id: string
  alias: string
  avatar?: string | null
  favicon?: string | null
}

interface TagAvatarProps extends Omit<AvatarProps, 'color' | 'src' | 'size' | 'variant'> {
  tag: AvatarTag
  /** Width and height (px). */
  size?: number
}

const ICONS: Readonly<Record<AvatarTag['tagType'], TablerIcon>> = {
  person: IconUser,
  topic: IconHash,
  location: IconMapPin,
  date: IconCalendar,
}

/** Pictures from outside must not learn which page shows them. */
const IMAGE = { referrerPolicy: 'no-referrer', loading: 'lazy' } as const

/** The picture of a person, company or other tag: its avatar, else initials of people and a sign of everything else. */
export function TagAvatar({ tag, size = 28, ...props }: TagAvatarProps) {
  const Icon = isCompany(tag) ? IconBuilding : ICONS[tag.tagType]
  const initials = tag.tagType === 'person' ? initialsOf(tag.alias) : ''
  return (
    <Avatar
      src={toSafeUrl(tag.avatar) ?? toSafeUrl(tag.favicon) ?? null}
      alt=""
      title={nameOfKind(tag)}
      size={size}
      radius={tag.tagType === 'person' ? 'xl' : 'sm'}
      color={colorOf(tag._id)}
      variant="light"
      imageProps={IMAGE}
      aria-hidden
      {...props}
    >
      {initials || <Icon size={size * 0.6} aria-hidden />}
    </Avatar>
  )
}
