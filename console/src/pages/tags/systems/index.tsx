import { Button, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ShownTagFragment } from '../../../documents.ts'
import { VendorLink } from '../../../ui/links.tsx'
import { SourceLabel } from '../page/source-label.tsx'
import { useSources } from '../page/use-sources.ts'
import { AddRecord } from './add-record.tsx'
import { systemsOf, systemsWithout } from './eligible.ts'

/** Which systems know a tag, with links to its records there, and which it can be added to. */
export function Systems({ tag, isSelf }: { tag: ShownTagFragment; isSelf: boolean }) {
  const { applications, connections } = useSources()
  const [connectionId, setConnectionId] = useState<string>()
  const systems = systemsOf(applications, connections)
  const missing = isSelf ? [] : systemsWithout(systems, tag)
  const connection = systems.find(({ _id }) => _id === connectionId)
  if (tag.externalIdLinks.length === 0 && missing.length === 0 && systems.length > 0) return null
  return (
    <section>
      <Title order={2} size="h5" mb={6}>
        In your systems
      </Title>
      <Stack gap={8} align="flex-start">
        {tag.externalIdLinks.map((link) => (
          <div key={link._id}>
            <Text size="sm" component="div">
              {link.url ? (
                <VendorLink url={link.url} inherit>
                  {link.metadataType ?? link.externalId}
                </VendorLink>
              ) : (
                `${link.metadataType} ${link.externalId}`
              )}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              <SourceLabel origin={link} />
            </Text>
          </div>
        ))}
        {missing.map(({ _id, label, email, application }) => (
          <Button
            key={_id}
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setConnectionId(_id)}
          >
            Add to {label}
            {missing.filter((other) => other.application === application).length > 1 ? ` (${email})` : ''}
          </Button>
        ))}
        {systems.length === 0 && tag.externalIdLinks.length === 0 && (
          <Text size="sm" c="dimmed">
            No system with records is connected. <Link to="/connections">Connect one</Link> to see its fields here and
            to write to it.
          </Text>
        )}
      </Stack>
      {connection && (
        <AddRecord key={connection._id} tag={tag} connection={connection} onClose={() => setConnectionId(undefined)} />
      )}
    </section>
  )
}
