import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { TagChip } from '../../ui/tag-chip.tsx'
import { type PickedTag, TagPicker } from '../../ui/tag-picker.tsx'
import type { Collaboration } from '../use-collaboration.ts'
import { grantableLevels, LEVELS } from './rules.ts'
import { useShare } from './use-share.ts'

type Recipient = { tag: PickedTag } | { email: string }

/** Shares a block with a person, or with an address whose person sees it when they sign in. */
export function ShareForm({ block, ownTagId, ownLevel }: Collaboration) {
  const [recipient, setRecipient] = useState<Recipient>()
  const [level, setLevel] = useState('0')
  const { share, isPending, error, reset } = useShare(block)
  const levels = grantableLevels(ownLevel)
  if (levels.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        This is shared with you to view only, so you cannot share it further. Ask an owner.
      </Text>
    )
  }
  const choose = (chosen: Recipient | undefined) => {
    reset()
    setRecipient(chosen)
  }
  const submit = async () => {
    if (!recipient) return
    const whom = 'tag' in recipient ? { tagId: recipient.tag._id } : { email: recipient.email }
    if (!(await share({ ...whom, sharingLevel: Number(level) }))) return
    notifyDone(`Shared with ${nameOf(recipient)}`)
    setRecipient(undefined)
  }
  const viewers = block.sharingTags.filter(({ shared }) => shared).map(({ tagId }) => tagId)
  return (
    <Stack gap="xs">
      {recipient ? (
        <Group gap="xs">
          {'tag' in recipient ? (
            <TagChip tag={recipient.tag} isLink={false} onRemove={() => choose(undefined)} />
          ) : (
            <TagChip
              tag={{ _id: recipient.email, alias: recipient.email, tagType: 'person' }}
              isLink={false}
              onRemove={() => choose(undefined)}
            />
          )}
        </Group>
      ) : (
        <TagPicker
          label="Share with"
          placeholder="Name or email address"
          tagTypes={['person']}
          exclude={ownTagId ? [...viewers, ownTagId] : viewers}
          onPick={(tag) => choose({ tag })}
          onPickEmail={(email) => choose({ email })}
        />
      )}
      {recipient && (
        <>
          {needsAddress(recipient) ? (
            <Text size="sm" c="red">
              No address of {nameOf(recipient)} is known, so they could not sign in to see it. Choose an address
              instead.
            </Text>
          ) : (
            <Text size="sm" c="dimmed">
              {nameOf(recipient)} sees this {BLOCK_KINDS[block.blockType].singular} after signing in
              {'email' in recipient ? ' with this address' : ''}. Provider Hub sends no message about it.
            </Text>
          )}
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <Select
              label="Access"
              size="sm"
              flex={1}
              allowDeselect={false}
              value={level}
              onChange={(value) => setLevel(value ?? '0')}
              data={LEVELS.filter((entry) => levels.includes(entry.level)).map((entry) => ({
                value: String(entry.level),
                label: entry.label,
              }))}
            />
            <Button loading={isPending} disabled={needsAddress(recipient)} onClick={() => void submit()}>
              Share
            </Button>
          </Group>
        </>
      )}
      <MutationError error={error} />
    </Stack>
  )
}

function nameOf(recipient: Recipient): string {
  return 'tag' in recipient ? recipient.tag.alias : recipient.email
}

function needsAddress(recipient: Recipient): boolean {
  return 'tag' in recipient && !recipient.tag.email
}
