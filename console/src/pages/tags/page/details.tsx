import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShownTagFragment } from '../../../documents.ts'
import { FolderSign } from '../../../folders/sign.tsx'
import { useFolders } from '../../../folders/use-folders.ts'
import { toLine } from '../../../text/blocks.ts'
import { VendorLink } from '../../../ui/links.tsx'
import { Systems } from '../systems/index.tsx'
import { hostOf } from './hosts.ts'
import { SourceLabel } from './source-label.tsx'

/** Who or what a tag is: names, addresses, links, folders, and the systems that know it. */
export function Details({ tag, isSelf }: { tag: ShownTagFragment; isSelf: boolean }) {
  const { alias, friendlyName, phoneNumber, url, urls, description, externalId } = tag
  const links = [...new Set([url, ...urls].filter((link) => link !== null))]
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        {description && (
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {description}
          </Text>
        )}
        {friendlyName && friendlyName !== alias && <Fact label="Full name">{toLine(friendlyName)}</Fact>}
        {phoneNumber && (
          <Fact label="Phone">
            <Anchor href={`tel:${phoneNumber.replace(/[^\d+]/g, '')}`} inherit>
              {phoneNumber}
            </Anchor>
          </Fact>
        )}
        {links.length > 0 && (
          <Fact label={links.length === 1 ? 'Link' : 'Links'}>
            <Stack gap={2}>
              {links.map((link) => (
                <VendorLink key={link} url={link} inherit>
                  {hostOf(link)}
                </VendorLink>
              ))}
            </Stack>
          </Fact>
        )}
        {externalId && <Fact label="Own number or id">{externalId}</Fact>}
        <TagFolders tagId={tag._id} />
      </Stack>
      {tag.businessObjects.length > 0 && (
        <section>
          <Title order={2} size="h5" mb={6}>
            Attached
          </Title>
          <Stack gap={4}>
            {tag.businessObjects.map((object) => (
              <div key={object._id}>
                <VendorLink url={object.url ?? ''} size="sm">
                  {toLine(object.title) || (object.url ? hostOf(object.url) : object.externalId)}
                </VendorLink>
                <Text size="xs" c="dimmed" component="div">
                  <SourceLabel origin={object} />
                </Text>
              </div>
            ))}
          </Stack>
        </section>
      )}
      <Systems tag={tag} isSelf={isSelf} />
    </Stack>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  )
}

/** The folders that the tag is in. */
function TagFolders({ tagId }: { tagId: string }) {
  const { folders = [] } = useFolders()
  const own = folders.filter(({ tagIds }) => tagIds.includes(tagId))
  if (own.length === 0) return null
  return (
    <Fact label="Folders">
      <Group gap={6}>
        {own.map(({ _id, name, color }) => (
          <Badge
            key={_id}
            component={Link}
            to={`/search?folder=${_id}`}
            variant="default"
            tt="none"
            fw={500}
            leftSection={<FolderSign color={color} size={12} />}
            style={{ cursor: 'pointer' }}
          >
            {toLine(name)}
          </Badge>
        ))}
      </Group>
    </Fact>
  )
}
