import { Button, Paper, Stack, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { toSafeUrl } from '../../../text/urls.ts'
import { VendorLink } from '../../../ui/links.tsx'
import { When } from '../../../ui/when.tsx'
import type { BlockOf } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { LinkedText } from '../text/linked.tsx'

/** A web page as it describes itself. Its picture is loaded when it is requested. */
export function WebsiteContent({ website }: { website: BlockOf<'Website'> }) {
  const { url, uri, siteName, domain, description, websiteAuthor, datePublished, language, imageUrl, text } = website
  const address = url ?? uri
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            <bdi>{siteName?.trim() || domain || 'Web page'}</bdi>
          </Text>
          {address && (
            <VendorLink url={address} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {address}
            </VendorLink>
          )}
          {imageUrl && <Preview url={imageUrl} />}
          {description?.trim() && <LinkedText text={description.trim()} />}
        </Stack>
      </Paper>
      <Facts
        facts={[
          { label: 'Author', value: websiteAuthor && <bdi>{websiteAuthor}</bdi> },
          { label: 'Published', value: datePublished !== null && <When time={datePublished} /> },
          { label: 'Language', value: language },
        ]}
      />
      {text?.trim() && text.trim() !== description?.trim() && <LinkedText text={text} />}
    </Stack>
  )
}

function Preview({ url }: { url: string }) {
  const [isShown, setShown] = useState(false)
  const safe = toSafeUrl(url)
  if (safe === undefined) return null
  if (isShown) {
    return (
      <img
        src={safe}
        alt=""
        referrerPolicy="no-referrer"
        style={{ maxWidth: '100%', maxHeight: 320, objectFit: 'contain' }}
      />
    )
  }
  return (
    <Button
      variant="default"
      size="xs"
      w="fit-content"
      leftSection={<IconPhoto size={14} aria-hidden />}
      onClick={() => setShown(true)}
    >
      Show picture
    </Button>
  )
}
