import { Button, Center, Group, Skeleton, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCloudOff,
  IconHourglass,
  IconInbox,
  IconLock,
  IconLogin,
  IconQuestionMark,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { describeError, type ErrorDescription } from '../graph/errors.ts'
import { useSession } from '../sign-in/session-context.tsx'

interface StateProps {
  icon: TablerIcon
  title: string
  children?: ReactNode
  color?: string
  actions?: ReactNode
  /** How screen readers are told: errors interrupt. */
  role?: 'status' | 'alert'
}

function State({ icon: Icon, title, children, color = 'gray', actions, role = 'status' }: StateProps) {
  return (
    <Center py="xl" px="md" role={role}>
      <Stack align="center" gap="xs" maw={460} ta="center">
        <ThemeIcon size={48} radius="xl" variant="light" color={color}>
          <Icon size={24} aria-hidden />
        </ThemeIcon>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" size="sm" component="div">
            {children}
          </Text>
        )}
        {actions && (
          <Group mt="xs" justify="center">
            {actions}
          </Group>
        )}
      </Stack>
    </Center>
  )
}

/** Nothing is there yet, with what to do about it. */
export function Empty({ icon = IconInbox, ...props }: Omit<StateProps, 'icon' | 'color'> & { icon?: TablerIcon }) {
  return <State icon={icon} {...props} />
}

/** Lines where content will be. */
export function Loading({ lines = 5, height = 18 }: { lines?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status" aria-busy>
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={line} height={height} width={`${100 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}

const ICONS: Readonly<Record<ErrorDescription['kind'], TablerIcon>> = {
  forbidden: IconLock,
  missing: IconQuestionMark,
  offline: IconCloudOff,
  busy: IconHourglass,
  'signed-out': IconLogin,
  invalid: IconAlertTriangle,
  failed: IconAlertTriangle,
}

const QUIET: readonly ErrorDescription['kind'][] = ['forbidden', 'missing', 'busy']

/** What happened, what to do, and a button that does it. */
export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const session = useSession()
  const { kind, title, detail, action, requestId } = describeError(error)
  const actions =
    action === 'retry' && retry ? (
      <Button variant="light" onClick={() => void retry()}>
        Try again
      </Button>
    ) : action === 'sign-in' ? (
      <Button onClick={() => void session.signInAgain()}>Sign in again</Button>
    ) : undefined
  return (
    <State
      icon={ICONS[kind]}
      title={title}
      color={QUIET.includes(kind) ? 'gray' : 'red'}
      role="alert"
      actions={actions}
    >
      {detail}
      {requestId && (
        <Text size="xs" mt={4}>
          Request {requestId}
        </Text>
      )}
    </State>
  )
}

/** Whether what was loaded does not exist for the person any more. */
function isLost(error: unknown): boolean {
  const { kind } = describeError(error)
  return kind === 'missing' || kind === 'forbidden'
}

/** The part of a query's result that its states are made from. */
interface Loadable<Data> {
  data: Data | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: Loadable<Data>
  /** What to show while it is loading. Default: lines. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * Shows a query in whichever state it is. Content that was loaded once stays, even if loading it again fails, unless the
 * person may not see it any more.
 */
export function Loaded<Data>({ query, loading = <Loading />, children }: LoadedProps<Data>) {
  if (query.error && isLost(query.error)) return <Failure error={query.error} />
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failure error={query.error} retry={query.refetch} />
  return loading
}
