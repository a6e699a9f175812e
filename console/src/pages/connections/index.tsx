import { Button, Group, SegmentedControl, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconPlug, IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ConnectionsDocument } from '../../../../platform/client/index.ts'
import { useGraphPages } from '../../graph/use-graph.ts'
import { usePaletteActions } from '../../shell/palette-actions.ts'
import { countOf } from '../../text/numbers.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { ConfirmAccount } from './connecting/confirm-account.tsx'
import {
  type Connection,
  type ConnectionFilter,
  FILTERS,
  healthOf,
  isWorthListing,
  matchesFilter,
  matchesText,
  sortByHealth,
} from './health.ts'
import { ConnectionRow } from './row.tsx'
import { findApplication, useApplications } from './use-applications.ts'
import { useNow } from './use-now.ts'

const FILTER_LABELS: Readonly<Record<ConnectionFilter, string>> = {
  all: 'All',
  attention: 'Need attention',
  working: 'Working',
  disconnected: 'Disconnected',
}

const PAGE_SIZE = 200
const REFRESH_MS = 30_000

export default function ConnectionsPage() {
  const navigate = useNavigate()
  const { rows, error, isPending, refetch, hasNextPage, isFetching, fetchNextPage } = useGraphPages(
    ConnectionsDocument,
    {},
    { topics: ['connections'], pick: ({ connections }) => connections, size: PAGE_SIZE },
  )
  // Sorting by health needs all of them.
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const connect = () => void navigate('/welcome')
  usePaletteActions([{ id: 'connect', label: 'Connect an account', icon: IconPlug, run: connect }])
  return (
    <Page
      title="Connections"
      description="The accounts that fill your graph, those that need you first."
      actions={
        <Button component={Link} to="/welcome" leftSection={<IconPlus size={16} aria-hidden />}>
          Connect an account
        </Button>
      }
    >
      {rows ? (
        <ConnectionList connections={rows.filter(isWorthListing)} />
      ) : isPending && !error ? (
        <Stack gap="xs" role="status" aria-busy aria-label="Loading">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} height={52} />
          ))}
        </Stack>
      ) : (
        <Failure error={error} retry={refetch} />
      )}
    </Page>
  )
}

function ConnectionList({ connections }: { connections: readonly Connection[] }) {
  const [parameters, setParameters] = useSearchParams()
  const { data } = useApplications()
  const now = useNow(REFRESH_MS)
  const filter = FILTERS.find((name) => name === parameters.get('show')) ?? 'all'
  const text = parameters.get('q') ?? ''
  const sorted = useMemo(() => sortByHealth(connections, now), [connections, now])
  const shown = sorted.filter(
    (connection) => matchesFilter(healthOf(connection, now), filter) && matchesText(connection, text),
  )
  const set = (name: string, value: string) =>
    setParameters(
      (current) => {
        if (value === '' || value === 'all') current.delete(name)
        else current.set(name, value)
        return current
      },
      { replace: true },
    )
  if (connections.length === 0) {
    return (
      <Empty
        icon={IconPlug}
        title="Nothing is connected yet"
        actions={
          <Button component={Link} to="/welcome">
            Connect an account
          </Button>
        }
      >
        Connect calendars, mail, meetings or records, and they appear here with how they are doing.
      </Empty>
    )
  }
  const unconfirmed = connections.filter(({ status }) => status === 'unconfirmed')
  return (
    <Stack gap="md">
      {unconfirmed.map((connection) => (
        <ConfirmAccount key={connection._id} connection={connection} />
      ))}
      <Group gap="sm">
        <TextInput
          flex="1 1 12rem"
          maw={320}
          aria-label="Filter by application or account"
          placeholder="Application or account"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => set('q', currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Which connections to show"
          value={filter}
          onChange={(value) => set('show', value)}
          data={FILTERS.map((value) => ({
            value,
            label: `${FILTER_LABELS[value]} ${countMatches(sorted, value, now)}`,
          }))}
          style={{ maxWidth: '100%', overflowX: 'auto' }}
        />
      </Group>
      {shown.length === 0 ? (
        <Empty
          title="No connection matches"
          actions={
            <Button variant="light" onClick={() => setParameters({}, { replace: true })}>
              Show all {countOf(countMatches(sorted, 'all', now), 'connection')}
            </Button>
          }
        >
          {filter === 'attention' ? 'Nothing needs you right now.' : 'Try another filter.'}
        </Empty>
      ) : (
        <VirtualList rows={shown} keyOf={({ _id }) => _id} estimate={60} label="Connections">
          {(connection) => (
            <ConnectionRow
              connection={connection}
              iconUrl={findApplication(data?.applications, connection)?.iconUrl}
              now={now}
            />
          )}
        </VirtualList>
      )}
    </Stack>
  )
}

function countMatches(connections: readonly Connection[], filter: ConnectionFilter, now: number): number {
  return connections.filter((connection) => matchesFilter(healthOf(connection, now), filter)).length
}
