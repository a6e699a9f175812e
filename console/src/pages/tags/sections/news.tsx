import { Stack, Text } from '@mantine/core'
import { IconNews } from '@tabler/icons-react'
import { TagArticlesDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { toLine } from '../../../text/blocks.ts'
import { isCompany } from '../../../text/tags.ts'
import { VendorLink } from '../../../ui/links.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { When } from '../../../ui/when.tsx'
import { hostOf } from '../page/hosts.ts'
import type { SectionProps } from './props.ts'

/** What the web says about a tag: linked pages, and what a company publishes. */
export function NewsSection({ tag }: SectionProps) {
  const query = useGraphQuery(
    TagArticlesDocument,
    { input: { _ids: [tag._id] } },
    { topics: ['blocks:website', 'blocks:document'], batch: false },
  )
  return (
    <Loaded query={query}>
      {({ tagNews }) => {
        const articles = tagNews?.news?.flatMap(({ snippets }) => snippets) ?? []
        if (articles.length === 0) {
          return (
            <Empty icon={IconNews} title="No news of the last 90 days">
              {isCompany(tag)
                ? 'Web pages and documents that are linked to the company, and what it publishes in the feed of its own site. A feed is read for the first time soon after this page was opened.'
                : 'Web pages and documents of the last 90 days that are linked to this appear here.'}
            </Empty>
          )
        }
        return (
          <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {articles.map(({ title, snippet, url, datePublished }) => (
              <li key={`${url} ${datePublished}`}>
                <VendorLink url={url} fw={500}>
                  {toLine(title) || hostOf(url)}
                </VendorLink>
                <Text size="xs" c="dimmed">
                  {hostOf(url)} · <When time={datePublished} relative />
                </Text>
                {snippet && (
                  <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
                    {toLine(snippet)}
                  </Text>
                )}
              </li>
            ))}
          </Stack>
        )
      }}
    </Loaded>
  )
}
