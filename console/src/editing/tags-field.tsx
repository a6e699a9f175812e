import { Group, Stack } from '@mantine/core'
import type { TagType } from '../../../platform/client/index.ts'
import { TagChip } from '../ui/tag-chip.tsx'
import { TagPicker } from '../ui/tag-picker.tsx'
import type { AttachedTag, Invited } from './attachment.ts'

interface TagsFieldProps {
  label: string
  description?: string
  tagTypes?: readonly TagType[]
  chosen: readonly Invited[]
  onChange: (chosen: readonly Invited[]) => void
  /** Whether addresses without a tag may be chosen. */
  allowEmail?: boolean
  /** At most one. */
  isSingle?: boolean
}

/** People, companies or other tags that were chosen, and a field to choose more. */
export function TagsField(props: TagsFieldProps) {
  const { label, description, tagTypes, chosen, onChange, allowEmail = false, isSingle = false } = props
  const add = (whom: Invited) => onChange([...chosen, whom])
  return (
    <Stack gap={6}>
      {!(isSingle && chosen.length > 0) && (
        <TagPicker
          label={label}
          {...(description === undefined ? {} : { description })}
          {...(tagTypes ? { tagTypes } : {})}
          exclude={chosen.flatMap((whom) => ('tag' in whom ? [whom.tag._id] : []))}
          onPick={(tag) => add({ tag })}
          {...(allowEmail ? { onPickEmail: (email: string) => add({ email }) } : {})}
        />
      )}
      {chosen.length > 0 && (
        <Group gap="xs" role="group" aria-label={label}>
          {chosen.map((whom) => {
            const tag = toShownTag(whom)
            return (
              <TagChip
                key={tag._id}
                tag={tag}
                isLink={false}
                onRemove={() => onChange(chosen.filter((other) => other !== whom))}
              />
            )
          })}
        </Group>
      )}
    </Stack>
  )
}

function toShownTag(whom: Invited) {
  const tag: AttachedTag = 'tag' in whom ? whom.tag : { _id: whom.email, alias: whom.email }
  return { ...tag, tagType: tag.tagType ?? ('person' as const) }
}
