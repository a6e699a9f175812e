import { Anchor, Badge, Group } from '@mantine/core'
import type { ShownTagFragment } from '../../../documents.ts'
import { capitalize, nameOfKind } from '../../../text/tags.ts'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { When } from '../../../ui/when.tsx'

/** Below the name: what it is, its address, its company, and when one was last in contact. */
export function Identity({ tag, isSelf }: { tag: ShownTagFragment; isSelf: boolean }) {
  const { email, emailDomain, organization, dateLastContact, archived } = tag
  return (
    <Group gap={8} mt={2}>
      <span>{isSelf ? 'You' : capitalize(nameOfKind(tag))}</span>
      {email ? (
        <Anchor href={`mailto:${encodeURIComponent(email)}`} inherit style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Anchor>
      ) : (
        emailDomain && <span>{emailDomain}</span>
      )}
      {organization && <TagChip tag={organization} />}
      {dateLastContact !== null && !isSelf && (
        <span>
          Last contact <When time={dateLastContact} relative />
        </span>
      )}
      {archived && (
        <Badge variant="light" color="gray">
          Archived
        </Badge>
      )}
    </Group>
  )
}
