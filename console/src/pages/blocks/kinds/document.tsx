import { Stack, Text } from '@mantine/core'
import { formatBytes } from '../../../text/numbers.ts'
import { VendorLink } from '../../../ui/links.tsx'
import { kindOfFile } from '../email/kind-of-file.ts'
import { HtmlFrame } from '../frame/index.tsx'
import type { BlockOf } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { PersonName } from '../shared/person.tsx'
import { Section } from '../shared/section.tsx'
import { LinkedText } from '../text/linked.tsx'

/** A document of a vendor, with its text as it was when it was read. */
export function DocumentContent({ document }: { document: BlockOf<'Document'> }) {
  const { _id, documentHtml, text, version, organizedBy } = document
  return (
    <Stack gap="md">
      <FileFacts file={document}>
        {[
          organizedBy && { label: 'Owner', value: <PersonName person={organizedBy} /> },
          { label: 'Version', value: version },
        ]}
      </FileFacts>
      {documentHtml?.trim() ? (
        <HtmlFrame key={_id} html={documentHtml} title="Text of the document" />
      ) : (
        <PlainText text={text} />
      )}
    </Stack>
  )
}

export function FileContent({ file }: { file: BlockOf<'File'> }) {
  return (
    <Stack gap="md">
      <FileFacts file={file} />
      <PlainText text={file.text} />
    </Stack>
  )
}

interface FileFactsProps {
  file: Pick<BlockOf<'File'>, 'fileName' | 'mimeType' | 'size' | 'url' | 'uri' | 'title'>
  children?: Parameters<typeof Facts>[0]['facts']
}

function FileFacts({ file: { fileName, mimeType, size, url, uri, title }, children = [] }: FileFactsProps) {
  const link = url ?? uri
  return (
    <Facts
      facts={[
        {
          label: 'File',
          value: link ? (
            <VendorLink url={link}>{fileName ?? title ?? 'File'}</VendorLink>
          ) : (
            fileName && <bdi>{fileName}</bdi>
          ),
        },
        { label: 'Type', value: kindOfFile(mimeType, fileName) || mimeType },
        { label: 'Size', value: size === null ? undefined : formatBytes(size) },
        ...children,
      ]}
    />
  )
}

function PlainText({ text }: { text: string | null }) {
  if (!text?.trim()) {
    return (
      <Text c="dimmed" size="sm">
        Its text is not available here. Open it where it is stored.
      </Text>
    )
  }
  return (
    <Section title="Text">
      <LinkedText text={text} />
    </Section>
  )
}
