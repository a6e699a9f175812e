import { ActionIcon, Title, Tooltip } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import type { PickedTagFragment } from '../../documents.ts'
import { toLine } from '../../text/blocks.ts'
import { TagLink } from '../../ui/links.tsx'
import { TagAvatar } from '../../ui/tag-avatar.tsx'
import classes from './page.module.css'

interface RelatedProps {
  tags: readonly PickedTagFragment[]
  onAdd: (tagId: string) => void
}

/** The people, companies and topics that most of the results are about, as links and as filters. */
export function Related({ tags, onAdd }: RelatedProps) {
  if (tags.length === 0) return null
  return (
    <section aria-labelledby="related">
      <Title order={2} size="sm" id="related" mb={6}>
        Who and what it is about
      </Title>
      <ul className={classes.related}>
        {tags.map((tag) => {
          const name = toLine(tag.alias) || 'Unnamed'
          return (
            <li key={tag._id} className={classes.relatedTag}>
              <TagAvatar tag={tag} size={20} />
              <TagLink id={tag._id} size="sm" c="var(--mantine-color-text)" className={classes.relatedName}>
                <bdi>{name}</bdi>
              </TagLink>
              <Tooltip label="Only what concerns them">
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Only what concerns ${name}`}
                  onClick={() => onAdd(tag._id)}
                >
                  <IconFilterPlus size={14} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
