import { ThemeIcon, type ThemeIconProps } from '@mantine/core'
import {
  IconBuilding,
  IconCalendar,
  IconCalendarEvent,
  IconCheckbox,
  IconDatabase,
  IconFile,
  IconFileText,
  IconHash,
  IconLink,
  IconMail,
  IconMapPin,
  IconMessage,
  IconMessages,
  IconMicrophone,
  IconNote,
  IconRobot,
  IconRoute,
  IconTable,
  IconUser,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react'
import type { BlockType, TagType } from '../../../platform/client/index.ts'
import { BLOCK_KINDS, COMPANY_SUBTYPE, TAG_KINDS } from '../text/kinds.ts'

export const BLOCK_ICONS: Readonly<Record<BlockType, TablerIcon>> = {
  email: IconMail,
  event: IconCalendarEvent,
  transcription: IconMicrophone,
  task: IconCheckbox,
  note: IconNote,
  record: IconDatabase,
  document: IconFileText,
  website: IconWorld,
  thread: IconMessages,
  message: IconMessage,
  table: IconTable,
  calendar: IconCalendar,
  file: IconFile,
  agent: IconRobot,
  workflow: IconRoute,
  reference: IconLink,
}

const TAG_ICONS: Readonly<Record<TagType, TablerIcon>> = {
  person: IconUser,
  topic: IconHash,
  location: IconMapPin,
  date: IconCalendar,
}

/** The sign of a kind of block, in its colour. */
export function BlockIcon({ type, size = 28, ...props }: { type: BlockType; size?: number } & ThemeIconProps) {
  const Icon = BLOCK_ICONS[type]
  return (
    <ThemeIcon size={size} variant="light" color={BLOCK_KINDS[type].color} {...props}>
      <Icon size={size * 0.6} role="img" aria-label={BLOCK_KINDS[type].singular} />
    </ThemeIcon>
  )
}

interface TagIconProps extends ThemeIconProps {
  tag: { tagType: TagType; tagSubType?: string | null }
  size?: number
}

/** The sign of a person, a company or another tag. */
export function TagIcon({ tag: { tagType, tagSubType }, size = 28, ...props }: TagIconProps) {
  const isCompany = tagSubType === COMPANY_SUBTYPE
  const Icon = isCompany ? IconBuilding : TAG_ICONS[tagType]
  return (
    <ThemeIcon
      size={size}
      variant="light"
      radius={tagType === 'person' ? 'xl' : 'md'}
      color={TAG_KINDS[tagType].color}
      {...props}
    >
      <Icon size={size * 0.6} role="img" aria-label={isCompany ? 'company' : TAG_KINDS[tagType].singular} />
    </ThemeIcon>
  )
}
