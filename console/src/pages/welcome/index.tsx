import { Button, Group, Skeleton, Stack, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ConnectionsDocument } from '../../../../platform/client/index.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { usePaletteActions } from '../../shell/palette-actions.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { ConfirmAccount } from '../connections/connecting/confirm-account.tsx'
import { ConnectingDialog } from '../connections/connecting/dialog.tsx'
import { useConnecting } from '../connections/connecting/use-connecting.ts'
import { type Connection, isWorthListing } from '../connections/health.ts'
import { type Application, findApplication, useApplications } from '../connections/use-applications.ts'
import { useNow } from '../connections/use-now.ts'
import { useRefresh } from '../connections/use-refresh.ts'
import { ApplicationCard } from './application-card.tsx'
import { ArrivalCard } from './arrival-card.tsx'
import { selectArriving } from './arrivals.ts'
import classes from './cards.module.css'

/** Where what arrives comes together. */
const NEXT = [
  { path: '/', label: 'See your day' },
  { path: '/people', label: 'People you meet' },
  { path: '/graph', label: 'How it is connected' },
]

const REFRESH_MS = 30_000
/** Above this number, the cards can be filtered. */
const MANY = 12

export default function WelcomePage() {
  const applications = useApplications()
  const connections = useGraphQuery(ConnectionsDocument, { input: { size: 200 } }, { topics: ['connections'] })
  const connecting = useConnecting()
  const [parameters, setParameters] = useSearchParams()
  const chosen = useMemo(() => new Set((parameters.get('new') ?? '').split(',').filter(Boolean)), [parameters])
  const listed = useMemo(() => (connections.data?.connections ?? []).filter(isWorthListing), [connections.data])
  const arriving = selectArriving(listed, chosen)
  const isEmpty = connections.data !== undefined && listed.length === 0
  // Until the new ones are there; a run that has just begun causes no event.
  useRefresh(
    useMemo(() => arriving.flatMap(({ syncs }) => syncs), [arriving]),
    arriving.length > 0,
    connections.refetch,
  )
  const watch = (connectionId: string) =>
    setParameters(
      (current) => {
        current.set('new', [...new Set([connectionId, ...chosen])].slice(0, 20).join(','))
        return current
      },
      { replace: true },
    )
  const error = applications.error ?? connections.error
  usePaletteActions(
    (applications.data?.applications ?? []).map((application) => ({
      id: `connect-${application.provider}-${application.name}`,
      label: `Connect ${application.label}`,
      run: () => connecting.connect(toTarget(application)),
    })),
  )
  return (
    <Page
      title={isEmpty ? 'Welcome' : 'Connect an account'}
      description={
        isEmpty
          ? 'Connect what you work with. Your mail, meetings, people and records meet in one graph, which only you see until you share something.'
          : 'What is connected fills your graph, which only you see until you share something.'
      }
      actions={
        !isEmpty && (
          <Button component={Link} to="/connections" variant="default">
            All connections
          </Button>
        )
      }
    >
      {listed
        .filter(({ status, _id }) => status === 'unconfirmed' && _id !== connecting.attempt?.connectionId)
        .map((connection) => (
          <ConfirmAccount key={connection._id} connection={connection} onConfirmed={() => watch(connection._id)} />
        ))}
      {arriving.length > 0 && (
        <Stack gap="sm" component="section" aria-label="What arrives">
          <Title order={2} size="h4">
            What arrives
          </Title>
          {arriving.map((connection) => (
            <ArrivalCard
              key={connection._id}
              connection={connection}
              iconUrl={findApplication(applications.data?.applications, connection)?.iconUrl}
            />
          ))}
          <Group gap="xs">
            {NEXT.map(({ path, label }) => (
              <Button key={path} component={Link} to={path} variant="light" size="xs">
                {label}
              </Button>
            ))}
          </Group>
        </Stack>
      )}
      {applications.data && connections.data ? (
        <Choices
          applications={applications.data.applications}
          connections={listed}
          onConnect={(application, method) =>
            connecting.connect({ ...toTarget(application), ...(method ? { method } : {}) })
          }
          onCheck={() => void applications.refetch()}
          isChecking={applications.isFetching}
        />
      ) : error ? (
        <Failure error={error} retry={() => Promise.all([applications.refetch(), connections.refetch()])} />
      ) : (
        <div className={classes.grid} role="status" aria-busy aria-label="Loading">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} height={170} radius="md" />
          ))}
        </div>
      )}
      <ConnectingDialog connecting={connecting} onConnected={watch} />
    </Page>
  )
}

function toTarget({ provider, name, label }: Application) {
  return { provider, application: name, label }
}

interface ChoicesProps {
  applications: readonly Application[]
  connections: readonly Connection[]
  onConnect: (application: Application, method: 'oauth' | 'key' | undefined) => void
  onCheck: () => void
  isChecking: boolean
}

function Choices({ applications, connections, onConnect, onCheck, isChecking }: ChoicesProps) {
  const [parameters, setParameters] = useSearchParams()
  const now = useNow(REFRESH_MS)
  const text = (parameters.get('q') ?? '').trim().toLowerCase()
  const shown = applications.filter(({ label, description }) =>
    `${label} ${description ?? ''}`.toLowerCase().includes(text),
  )
  if (applications.length === 0) {
    return (
      <Empty title="Nothing can be connected yet" actions={<Button onClick={onCheck}>Check again</Button>}>
        No provider has told the platform what it connects. Whoever runs this platform can see why in its log.
      </Empty>
    )
  }
  return (
    <Stack gap="md" component="section" aria-label="What can be connected">
      <Title order={2} size="h4">
        What can be connected
      </Title>
      {applications.length > MANY && (
        <TextInput
          maw={320}
          aria-label="Filter applications"
          placeholder="Application"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={parameters.get('q') ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setParameters(
              (current) => {
                if (value) current.set('q', value)
                else current.delete('q')
                return current
              },
              { replace: true },
            )
          }
        />
      )}
      <div className={classes.grid}>
        {shown.map((application) => (
          <ApplicationCard
            key={`${application.provider} ${application.name}`}
            application={application}
            connections={connections.filter(
              (connection) =>
                connection.provider === application.provider &&
                connection.application === application.name &&
                connection.status !== 'disconnected',
            )}
            now={now}
            onConnect={(method) => onConnect(application, method)}
            onCheck={onCheck}
            isChecking={isChecking}
          />
        ))}
      </div>
    </Stack>
  )
}
