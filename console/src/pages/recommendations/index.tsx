import { Button, Chip, Group, Kbd, Stack, Text } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { RecommendationFeedDocument } from '../../documents.ts'
import { useGraphPages } from '../../graph/use-graph.ts'
import { countOf } from '../../text/numbers.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { TagPicker } from '../../ui/tag-picker.tsx'
import { GROUPS, type Item, toGroups, typesOf } from './feed.ts'
import { Feed } from './feed-list.tsx'
import { ResultLine } from './result-line.tsx'
import { useSettled } from './use-settled.ts'

const PAGE_SIZE = 50

/** What the platform and assistants recommend, with what accepting does. */
export default function RecommendationsPage() {
  const [params, setParams] = useSearchParams()
  const [kind, person] = [params.get('kind'), params.get('person')]
  const types = typesOf(kind)
  const input = { ...(types ? { recommendationTypes: types } : {}), ...(person ? { tagIds: [person] } : {}) }
  const query = useGraphPages(RecommendationFeedDocument, input, {
    topics: ['recommendation'],
    pick: (data) => data.recommendations,
    size: PAGE_SIZE,
    showPrevious: true,
  })
  const groups = useMemo(() => toGroups(query.rows ?? []), [query.rows])
  const set = (name: string, value: string | null) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const { settled, add, remove } = useSettled()
  const isFiltered = kind !== null || person !== null
  return (
    <Page title="Recommendations" description="What you may want to do, and why. Nothing happens before you accept it.">
      <Filters
        kind={kind}
        person={person}
        rows={query.rows}
        onKind={(id) => set('kind', id)}
        onPerson={(id) => set('person', id)}
      />
      {settled.length > 0 && (
        <Stack gap={6} component="section" aria-label="What you did">
          {settled.map(([id, result]) => (
            <ResultLine key={id} result={result} onClose={() => remove(id)} />
          ))}
        </Stack>
      )}
      {query.rows === undefined ? (
        query.error ? (
          <Failure error={query.error} retry={query.refetch} />
        ) : (
          <Loading lines={6} height={72} />
        )
      ) : query.rows.length === 0 ? (
        <Nothing isFiltered={isFiltered} onShowAll={() => setParams({}, { replace: true })} />
      ) : (
        <>
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed" role="status">
              {countOf(query.rows.length, 'recommendation')}
              {query.hasNextPage && ' and more'}
            </Text>
            <Keys />
          </Group>
          <Feed groups={groups} onSettled={add} />
          {query.hasNextPage && (
            <Group justify="center">
              <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show more
              </Button>
            </Group>
          )}
        </>
      )}
    </Page>
  )
}

interface FiltersProps {
  kind: string | null
  person: string | null
  rows: readonly Item[] | undefined
  onKind: (id: string | null) => void
  onPerson: (id: string | null) => void
}

function Filters({ kind, person, rows, onKind, onPerson }: FiltersProps) {
  const name = rows?.flatMap(({ tags }) => tags).find(({ _id }) => _id === person)?.alias
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label="Filter">
      <Chip.Group value={kind ?? ''} onChange={(value) => onKind(String(value) || null)}>
        <Chip value="" size="xs">
          All
        </Chip>
        {GROUPS.map(({ id, title }) => (
          <Chip key={id} value={id} size="xs">
            {title}
          </Chip>
        ))}
      </Chip.Group>
      {person ? (
        <Button
          size="compact-xs"
          variant="light"
          onClick={() => onPerson(null)}
          aria-label={`Show everybody, not only ${name ?? 'this person'}`}
        >
          {name ?? 'One person'} ✕
        </Button>
      ) : (
        <TagPicker label="Only about" isLabelHidden placeholder="Only about…" onPick={({ _id }) => onPerson(_id)} />
      )}
    </Group>
  )
}

/** The keys of the feed, which are shown because nobody guesses them. */
function Keys() {
  const keys = [
    ['J', 'K', 'move'],
    ['A', 'accept'],
    ['D', 'dismiss'],
    ['S', 'snooze'],
  ]
  return (
    <Group gap="md" visibleFrom="sm">
      {keys.map((entry) => (
        <Text key={entry.at(-1)} size="xs" c="dimmed">
          {entry.slice(0, -1).map((key) => (
            <Kbd key={key} size="xs" mr={3}>
              {key}
            </Kbd>
          ))}
          {entry.at(-1)}
        </Text>
      ))}
    </Group>
  )
}

function Nothing({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (isFiltered) {
    return (
      <Empty
        icon={IconBulb}
        title="Nothing of this kind"
        actions={
          <Button variant="light" onClick={onShowAll}>
            Show all recommendations
          </Button>
        }
      >
        There is no open recommendation that matches the filter.
      </Empty>
    )
  }
  return (
    <Empty
      icon={IconBulb}
      title="Nothing to recommend"
      actions={
        <Button component={Link} to="/connections" variant="light">
          See your connections
        </Button>
      }
    >
      Promises that you have not kept yet, meetings without a note, and people who exist twice appear here, a few at a
      time.
    </Empty>
  )
}
