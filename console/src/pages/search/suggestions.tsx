import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from 'react-router'
import { FindRecentTagsDocument } from '../../documents.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { TagAvatar } from '../../ui/tag-avatar.tsx'
import { NO_CRITERIA, type SearchCriteria, writeCriteria } from './criteria.ts'
import type { RecentSearch } from './recent.ts'

interface Suggestion {
  label: string
  criteria: Partial<SearchCriteria>
}

const SUGGESTIONS: readonly Suggestion[] = [
  { label: 'Meetings of the next 7 days', criteria: { kinds: ['event'], period: 'next-7', sort: 'oldest' } },
  { label: 'Open tasks', criteria: { kinds: ['task'], statuses: ['not_started', 'in_progress'], sort: 'due' } },
  { label: 'Waiting for approval', criteria: { flags: ['proposed'] } },
  { label: 'Emails of the last 7 days', criteria: { kinds: ['email'], period: 'last-7', sort: 'newest' } },
  { label: 'Notes', criteria: { kinds: ['note'] } },
  { label: 'Favourites', criteria: { flags: ['favorite'] } },
]
const MAX_TAGS = 8

/** What one can begin with: searches made before, people met last, and searches that many make. */
export function Suggestions({ recent }: { recent: readonly RecentSearch[] }) {
  const { data } = useGraphQuery(FindRecentTagsDocument, {}, { topics: ['tag'] })
  const tags = data?.recentTags?.slice(0, MAX_TAGS) ?? []
  return (
    <Stack gap="md" component="section" aria-label="Suggestions">
      {recent.length > 0 && (
        <Stack gap={6}>
          <Title order={2} size="sm">
            Searched last
          </Title>
          <Group gap="xs">
            {recent.map(({ query, label }) => (
              <Button
                key={query}
                component={Link}
                to={`/search?${query}`}
                variant="default"
                size="xs"
                maw={320}
                leftSection={<IconHistory size={14} aria-hidden />}
              >
                <bdi>{label}</bdi>
              </Button>
            ))}
          </Group>
        </Stack>
      )}
      <Group gap="xs">
        {SUGGESTIONS.map(({ label, criteria }) => (
          <Button
            key={label}
            component={Link}
            to={`/search?${writeCriteria({ ...NO_CRITERIA, ...criteria })}`}
            variant="default"
            size="xs"
          >
            {label}
          </Button>
        ))}
        {tags.map((tag) => (
          <Button
            key={tag._id}
            component={Link}
            to={`/search?tag=${tag._id}`}
            variant="default"
            size="xs"
            maw={240}
            leftSection={<TagAvatar tag={tag} size={18} />}
          >
            <bdi>{tag.alias}</bdi>
          </Button>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        Type to find words in titles and texts, in any order. The arrow keys move through what is found. Groups of
        people and companies are{' '}
        <Anchor component={Link} to="/folders" inherit underline="always">
          folders
        </Anchor>
        .
      </Text>
    </Stack>
  )
}
