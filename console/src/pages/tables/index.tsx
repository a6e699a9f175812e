import { Badge, Box, Button, Group, Text, TextInput } from '@mantine/core'
import { IconSearch, IconTable } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { TableListDocument, TablePageDocument } from '../../documents.ts'
import { useGraphQuery, usePrefetch } from '../../graph/use-graph.ts'
import { countOf, formatNumber } from '../../text/numbers.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded, Loading } from '../../ui/states.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { When } from '../../ui/when.tsx'
import classes from './list.module.css'
import { countTables, type TableRow, toTableRows } from './list-rows.ts'

/** All tables that the person sees. */
export default function TablesPage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const query = useGraphQuery(TableListDocument, {}, { topics: ['blocks:table', 'blocks:record', 'connections'] })
  return (
    <Page title="Tables" description="Records of your applications. What you change here is changed there.">
      <TextInput
        type="search"
        maw={320}
        aria-label="Find a table"
        placeholder="Find a table"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) =>
          setParams(event.currentTarget.value ? { q: event.currentTarget.value } : {}, { replace: true })
        }
      />
      <Loaded query={query} loading={<Loading lines={8} height={40} />}>
        {(data) => <TableList rows={toTableRows(data, search)} isSearch={search !== ''} />}
      </Loaded>
    </Page>
  )
}

function TableList({ rows, isSearch }: { rows: readonly TableRow[]; isSearch: boolean }) {
  if (rows.length === 0) {
    return isSearch ? (
      <Empty
        icon={IconTable}
        title="No table has this name"
        actions={
          <Button component={Link} to="/tables" variant="light">
            Show all tables
          </Button>
        }
      />
    ) : (
      <Empty
        icon={IconTable}
        title="No tables yet"
        actions={
          <Button component={Link} to="/connections">
            Connect an application
          </Button>
        }
      >
        Tables come from applications with records, such as a CRM.
      </Empty>
    )
  }
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4} role="status">
        {countTables(rows)}
      </Text>
      <VirtualList rows={rows} keyOf={({ id }) => id} label="Tables" estimate={60}>
        {(row) => <TableLine row={row} />}
      </VirtualList>
    </div>
  )
}

function TableLine({ row }: { row: TableRow }) {
  const { id, title, detail, recordCount, dateUpdated, isReadOnly, problem, connectionId } = row
  const prefetch = usePrefetch()
  const load = () => prefetch(TablePageDocument, { id }, [`block:${id}`, 'connections', 'blocks:record'])
  return (
    <Group className={classes.line} wrap="nowrap" gap="sm">
      <IconTable size={20} aria-hidden className={classes.icon} />
      <Box className={classes.main}>
        <Link to={`/tables/${id}`} className={classes.link} onMouseEnter={load} onFocus={load}>
          {title}
        </Link>
        <Text size="xs" c="dimmed" truncate>
          {detail}
        </Text>
      </Box>
      {problem && (
        <Button
          component={Link}
          to={`/connections/${connectionId}?reconnect=1`}
          size="compact-xs"
          color="orange"
          variant="light"
          title={problem.title}
          className={classes.above}
        >
          Reconnect
        </Button>
      )}
      {isReadOnly && (
        <Badge variant="default" size="sm" tt="none" fw={400} visibleFrom="xs">
          Read-only
        </Badge>
      )}
      <Text size="sm" className={classes.count} title={countOf(recordCount, 'record')}>
        {formatNumber(recordCount)}
        <Text span inherit c="dimmed" visibleFrom="xs">
          {recordCount === 1 ? ' record' : ' records'}
        </Text>
      </Text>
      <Text size="xs" c="dimmed" className={classes.date} visibleFrom="sm" component="div">
        {dateUpdated !== null && <When time={dateUpdated} relative />}
      </Text>
    </Group>
  )
}
