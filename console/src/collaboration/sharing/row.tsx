import { Box, Button, Group, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type ShownShareFragment, UnshareBlockDocument } from '../../documents.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { TagLink } from '../../ui/links.tsx'
import { MutationError } from '../../ui/mutation-error.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { TagAvatar } from '../../ui/tag-avatar.tsx'
import type { Collaboration } from '../use-collaboration.ts'
import { reasonOf } from './reasons.ts'
import { grantableLevels, LEVELS, leaveConsequence, levelLabel, refusalOf, unshareConsequence } from './rules.ts'
import { useShare } from './use-share.ts'

/** Somebody who sees the block: why, how much they may do, and how to change that. */
export function ShareRow({ share, ...collaboration }: Collaboration & { share: ShownShareFragment }) {
  const { block, ownTagId, ownLevel } = collaboration
  const isOwn = share.tagId === ownTagId
  const name = share.tag?.alias ?? 'Somebody'
  const kind = BLOCK_KINDS[block.blockType].singular
  const [isAsking, asking] = useDisclosure(false)
  const change = useShare(block)
  const unshare = useGraphMutation(UnshareBlockDocument, { topics: [`block:${block._id}`] })
  const end = async () => {
    const input = { referenceBlock: reference(block), tagId: share.tagId }
    const { deleteSharingTag: result } = await unshare.mutateAsync({ input })
    // A link of one's own that only organizes is removed before the access, which another link gives.
    const remains = result?.block?.sharingTags.some(({ tagId, shared }) => tagId === share.tagId && shared)
    if (remains && !isOwn) await unshare.mutateAsync({ input })
    asking.close()
    notifyDone(isOwn ? `You have left this ${kind}` : `${name} no longer sees this ${kind}`)
  }
  return (
    <Box component="li">
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Group gap="xs" wrap="nowrap" miw={0}>
          {share.tag && <TagAvatar tag={share.tag} size={26} />}
          <Box miw={0}>
            {isOwn || !share.tag ? (
              <Text size="sm">{isOwn ? 'You' : name}</Text>
            ) : (
              <TagLink id={share.tagId} size="sm" c="var(--mantine-color-text)" truncate="end" display="block">
                {name}
              </TagLink>
            )}
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {reasonOf(share, collaboration)}
            </Text>
          </Box>
        </Group>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              flex="none"
              rightSection={<IconChevronDown size={12} aria-hidden />}
              aria-label={`Access of ${isOwn ? 'yourself' : name}: ${levelLabel(share.sharingLevel)}`}
              loading={change.isPending}
            >
              {levelLabel(share.sharingLevel)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown maw={280}>
            <LevelItems
              share={share}
              refusal={isOwn ? 'You cannot change your own level. An owner can.' : refusalOf(share, ownLevel)}
              ownLevel={ownLevel}
              onChoose={(sharingLevel) => change.share({ tagId: share.tagId, sharingLevel })}
            />
            {(isOwn || refusalOf(share, ownLevel) === undefined) && (
              <>
                <Menu.Divider />
                <Menu.Item color="red" onClick={asking.open}>
                  {isOwn ? `Leave this ${kind}` : 'Stop sharing'}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <MutationError error={change.error} />
      <Confirm
        opened={isAsking}
        title={isOwn ? `Leave this ${kind}?` : `Stop sharing with ${name}?`}
        action={isOwn ? 'Leave' : 'Stop sharing'}
        isDangerous
        isRunning={unshare.isPending}
        error={unshare.error}
        onConfirm={() => end().catch(() => {})}
        onClose={() => {
          unshare.reset()
          asking.close()
        }}
      >
        {isOwn ? leaveConsequence(kind) : unshareConsequence(name, kind)}
      </Confirm>
    </Box>
  )
}

interface LevelItemsProps {
  share: ShownShareFragment
  refusal: string | undefined
  ownLevel: number
  onChoose: (level: number) => unknown
}

/** The levels that may be chosen, or why none may. */
function LevelItems({ share, refusal, ownLevel, onChoose }: LevelItemsProps) {
  if (refusal) {
    return (
      <Text size="sm" c="dimmed" px="sm" py={6}>
        {refusal}
      </Text>
    )
  }
  const levels = grantableLevels(ownLevel)
  return (
    <Menu.RadioGroup value={String(share.sharingLevel)} onChange={(level) => onChoose(Number(level))}>
      {LEVELS.map(({ level, label, does }) => (
        <Menu.RadioItem key={level} value={String(level)} disabled={!levels.includes(level)} closeMenuOnClick>
          {label}
          <Text size="xs" c="dimmed">
            {levels.includes(level) ? does : 'only an owner can grant this'}
          </Text>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

function reference({ _id, blockType }: Collaboration['block']) {
  return { id: _id, blockType }
}
