import { Box, Button, Collapse, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { countOf } from '../../text/numbers.ts'
import { TagLink } from '../../ui/links.tsx'
import { TagAvatar } from '../../ui/tag-avatar.tsx'
import type { Collaboration } from '../use-collaboration.ts'
import { reasonOf } from './reasons.ts'
import { ShareRow } from './row.tsx'
import { splitShares } from './rules.ts'

/** Who sees a block, why, and what it is linked to without being shared. */
export function ShareList(collaboration: Collaboration) {
  const { block, ownTagId } = collaboration
  const { viewers, linked } = splitShares(block.sharingTags, ownTagId)
  const [isOpen, links] = useDisclosure(false)
  return (
    <Stack gap={6}>
      <Stack component="ul" gap={6} m={0} p={0} aria-label="Who sees this" style={{ listStyle: 'none' }}>
        {viewers.map((share) => (
          <ShareRow key={share.tagId} share={share} {...collaboration} />
        ))}
      </Stack>
      {block.otherSharingCount > 0 && (
        <Text size="sm" c="dimmed">
          And {countOf(block.otherSharingCount, 'more person', 'more people')} whom you do not know here.
        </Text>
      )}
      {linked.length > 0 && (
        <Box>
          <Button variant="subtle" size="compact-xs" px={0} aria-expanded={isOpen} onClick={links.toggle}>
            {isOpen ? 'Hide' : 'Show'} {countOf(linked.length, 'link')} that {linked.length === 1 ? 'gives' : 'give'} no
            access
          </Button>
          <Collapse expanded={isOpen}>
            <Stack component="ul" gap={6} m={0} mt={6} p={0} aria-label="Linked" style={{ listStyle: 'none' }}>
              {linked.map((share) => (
                <LinkRow key={share.tagId} share={share} {...collaboration} />
              ))}
            </Stack>
          </Collapse>
        </Box>
      )}
    </Stack>
  )
}

function LinkRow({ share, ...context }: Collaboration & { share: Collaboration['block']['sharingTags'][number] }) {
  const { tag } = share
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      {tag && <TagAvatar tag={tag} size={26} />}
      <Box miw={0}>
        {tag ? (
          <TagLink id={tag._id} size="sm" c="var(--mantine-color-text)" truncate="end" display="block">
            {tag.alias}
          </TagLink>
        ) : (
          <Text size="sm">Somebody</Text>
        )}
        <Text size="xs" c="dimmed">
          {reasonOf(share, context)}
        </Text>
      </Box>
    </Group>
  )
}
