import { Group, Text } from '@mantine/core'
import { OwnAccountDocument } from '../../documents.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { useUser } from '../../sign-in/session-context.tsx'
import { toLine } from '../../text/blocks.ts'
import { TagLink } from '../../ui/links.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { TagAvatar } from '../../ui/tag-avatar.tsx'
import { Facts } from './facts.tsx'

/** Who is signed in: as the issuer describes them, and as the graph knows them. */
export function Account() {
  const { name, email } = useUser()?.profile ?? {}
  const query = useGraphQuery(OwnAccountDocument, {}, { topics: [] })
  return (
    <Section title="Account" anchor="account">
      <Loaded query={query}>
        {({ tenant }) => {
          const shown = toLine(name) || toLine(tenant.givenName) || toLine(email) || 'You'
          const tag = { _id: tenant.tagId, alias: shown, tagType: 'person' as const }
          return (
            <>
              <Group gap="sm" wrap="nowrap" mb="xs">
                <TagAvatar tag={tag} size={40} />
                <div>
                  <Text fw={500}>
                    <bdi>{shown}</bdi>
                  </Text>
                  <TagLink id={tenant.tagId} size="sm">
                    Your page
                  </TagLink>
                </div>
              </Group>
              <Facts
                facts={[
                  ['Email', email ?? 'Your issuer does not tell it.'],
                  ...(tenant.email && tenant.email !== email
                    ? [['Known to others as', tenant.email] as [string, string]]
                    : []),
                ]}
              />
              <Text size="xs" c="dimmed" mt={6}>
                Name and email come from where you sign in, and are changed there.
              </Text>
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
