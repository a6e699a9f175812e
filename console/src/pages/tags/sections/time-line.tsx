import { Button, Chip, Group, Stack, Title } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { BlockType } from '../../../../../platform/client/index.ts'
import { TagKindCountsDocument, TagTimeLineDocument, type TagTimeLineQuery } from '../../../documents.ts'
import { useGraphPages, useGraphQuery } from '../../../graph/use-graph.ts'
import { toDayKey } from '../../../text/dates.ts'
import { BLOCK_KINDS } from '../../../text/kinds.ts'
import { formatCompact } from '../../../text/numbers.ts'
import { capitalize } from '../../../text/tags.ts'
import { BlockRow } from '../../../ui/block-row.tsx'
import { Empty, Failure, Loading } from '../../../ui/states.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { endOfDay, toTimeLine } from '../page/time-line.ts'
import { ComingUp } from './coming-up.tsx'
import { readKinds, TIME_LINE_KINDS } from './kinds.ts'
import type { SectionProps } from './props.ts'

const pick = (data: TagTimeLineQuery) => data.tagActivity

/** Everything that is linked to a tag, the newest first, up to the end of today. */
export function TimeLineSection({ tag }: SectionProps) {
  const [parameters, setParameters] = useSearchParams()
  const kinds = readKinds(parameters.getAll('kind'))
  const today = toDayKey(Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a day does not change during it
  const until = useMemo(() => endOfDay(Date.now()), [today])
  const input = {
    _id: tag._id,
    dateAssociated: { lt: until },
    ...(kinds.length > 0 ? { blockTypes: [...kinds] } : {}),
  }
  const query = useGraphPages(TagTimeLineDocument, input, {
    topics: kinds.length > 0 ? kinds.map((kind) => `blocks:${kind}` as const) : ['block'],
    pick,
    showPrevious: true,
    size: 30,
  })
  const rows = useMemo(() => toTimeLine(query.rows ?? [], Date.now()), [query.rows])
  const setKinds = (chosen: readonly string[]) =>
    setParameters((previous) => {
      const next = new URLSearchParams(previous)
      next.delete('kind')
      for (const kind of chosen) next.append('kind', kind)
      return next
    })
  return (
    <Stack gap="sm">
      <KindChips tagId={tag._id} kinds={kinds} onChange={setKinds} />
      {(kinds.length === 0 || kinds.includes('event')) && <ComingUp tagId={tag._id} after={until} />}
      {query.rows === undefined ? (
        query.error ? (
          <Failure error={query.error} retry={query.refetch} />
        ) : (
          <Loading lines={8} height={36} />
        )
      ) : rows.length === 0 ? (
        <Nothing isFiltered={kinds.length > 0} onClear={() => setKinds([])} />
      ) : (
        <VirtualList
          rows={rows}
          keyOf={({ activity }) => activity._id}
          label="Time line"
          estimate={60}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          loadMore={query.fetchNextPage}
        >
          {({ activity, day }) => (
            <>
              {day && (
                <Title order={2} size="h6" c="dimmed" pt="sm" pb={4}>
                  {day}
                </Title>
              )}
              <BlockRow block={activity.block} withSummary />
            </>
          )}
        </VirtualList>
      )}
    </Stack>
  )
}

interface KindChipsProps {
  tagId: string
  kinds: readonly BlockType[]
  onChange: (kinds: readonly string[]) => void
}

/** The kinds that there are, with how many; none chosen means all. */
function KindChips({ tagId, kinds, onChange }: KindChipsProps) {
  const { data: counts } = useGraphQuery(TagKindCountsDocument, { ids: [tagId] }, { topics: ['block'], batch: false })
  const shown = TIME_LINE_KINDS.filter((kind) => kinds.includes(kind) || !counts || (counts[kind] ?? 0) > 0)
  return (
    <Chip.Group multiple value={[...kinds]} onChange={onChange}>
      <Group gap={6} role="group" aria-label="Kinds">
        {shown.map((kind) => (
          <Chip key={kind} value={kind} size="xs" variant="outline">
            {capitalize(BLOCK_KINDS[kind].plural)} {counts ? formatCompact(counts[kind] ?? 0) : ''}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <Empty
        icon={IconTimeline}
        title="Nothing of these kinds yet"
        actions={
          <Button variant="default" onClick={onClear}>
            Show everything
          </Button>
        }
      />
    )
  }
  return (
    <Empty
      icon={IconTimeline}
      title="Nothing has happened yet"
      actions={
        <Button component={Link} to="/welcome" variant="light">
          Connect an account
        </Button>
      }
    >
      Emails, events, notes, tasks and records that concern this appear here, the newest first.
    </Empty>
  )
}
