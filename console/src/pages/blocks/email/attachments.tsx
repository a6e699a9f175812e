import { Group, Paper, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { formatBytes } from '../../../text/numbers.ts'
import { VendorLink } from '../../../ui/links.tsx'
import type { BlockOf } from '../shared/block.ts'
import { Section } from '../shared/section.tsx'
import { kindOfFile } from './kind-of-file.ts'

interface AttachmentsProps {
  attachments: BlockOf<'Email'>['attachments']
  /** The message at its vendor, where attachments without a link are opened. */
  messageUri: string | null
}

/** The files of an e-mail. They are opened at the vendor, which has them. */
export function Attachments({ attachments, messageUri }: AttachmentsProps) {
  // Pictures within the text are not files that somebody attached.
  const files = attachments.filter(({ inline }) => inline !== true)
  if (files.length === 0) return null
  return (
    <Section title="Attachments">
      <Group gap="xs" role="list" aria-label="Attachments">
        {files.map(({ _id, name, mimeType, size, uri }) => {
          const title = name?.trim() || 'File without a name'
          const target = uri ?? messageUri
          return (
            <Paper key={_id} withBorder px="sm" py={6} role="listitem" maw="100%">
              <Group gap="xs" wrap="nowrap">
                <IconPaperclip size={16} aria-hidden style={{ flex: 'none' }} />
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {target ? <VendorLink url={target}>{title}</VendorLink> : <bdi>{title}</bdi>}
                </Text>
                <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  {[kindOfFile(mimeType, name), size === null ? '' : formatBytes(size)].filter(Boolean).join(' · ')}
                </Text>
              </Group>
            </Paper>
          )
        })}
      </Group>
    </Section>
  )
}
