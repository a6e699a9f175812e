import { Button, Group, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { BlockType } from '../../../../platform/client/index.ts'
import { ReactDocument, type ShownReactionFragment, TagNamesDocument, UnreactDocument } from '../../documents.ts'
import { useGraphMutation, useGraphQuery } from '../../graph/use-graph.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { showShortcode, whoReacted } from './emoji.ts'
import { ReactionPicker } from './picker.tsx'

interface ReactionsProps {
  block: { _id: string; blockType: BlockType; reactions: readonly ShownReactionFragment[] }
  ownTagId: string | undefined
  /** Of a comment: smaller. */
  isCompact?: boolean
}

/** The reactions to a block, who they are from, and a picker for one's own. */
export function Reactions({ block, ownTagId, isCompact = false }: ReactionsProps) {
  const topics = [`block:${block._id}`] as const
  const add = useGraphMutation(ReactDocument, { topics })
  const remove = useGraphMutation(UnreactDocument, { topics })
  const [isAsked, setAsked] = useState(false)
  const tagIds = [...new Set(block.reactions.flatMap((reaction) => reaction.tagIds))]
  const people = useGraphQuery(
    TagNamesDocument,
    { input: { _ids: tagIds, size: tagIds.length, archived: true } },
    { topics: ['tag'], enabled: isAsked && tagIds.length > 0, showPrevious: true },
  )
  const names = new Map(people.data?.searchTags?.map(({ _id, alias }) => [_id, alias]))
  const toggle = (shortcodes: string, isOn: boolean) => {
    const { _id, blockType } = block
    ;(isOn ? add : remove).mutate({ input: { _id, blockType, shortcodes } })
  }
  const size = isCompact ? 'compact-xs' : 'compact-sm'
  return (
    <Group gap={6} onMouseEnter={() => setAsked(true)} onFocus={() => setAsked(true)}>
      {block.reactions.map(({ shortcodes, count, self, tagIds }) => {
        const { character, name } = showShortcode(shortcodes)
        const who = whoReacted({ self, count, tagIds }, names, ownTagId)
        return (
          <Tooltip key={shortcodes} label={`${who}: ${name}`} events={{ hover: true, focus: true, touch: true }}>
            <Button
              variant={self ? 'light' : 'default'}
              size={size}
              radius="xl"
              aria-pressed={self}
              aria-label={`${name}, ${count}. ${who}.`}
              onClick={() => toggle(shortcodes, !self)}
            >
              <span aria-hidden>{character}</span>
              <Text span inherit ml={6}>
                {count}
              </Text>
            </Button>
          </Tooltip>
        )
      })}
      <ReactionPicker isCompact={isCompact} onPick={(shortcode) => toggle(shortcode, true)} />
      <MutationError error={add.error ?? remove.error} />
    </Group>
  )
}
