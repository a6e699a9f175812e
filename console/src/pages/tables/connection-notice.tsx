import { Alert, Button, Group } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { TablePageQuery } from '../../documents.ts'
import { problemOfConnection } from './list-rows.ts'

interface ConnectionNoticeProps {
  connection: NonNullable<TablePageQuery['connections']>[number] | undefined
  /** Whether the vendor has refused a write because of the account. */
  mustReconnect: boolean
}

/** Says that a table's account has to be connected again, and leads there. */
export function ConnectionNotice({ connection, mustReconnect }: ConnectionNoticeProps) {
  const problem = connection && problemOfConnection(connection, mustReconnect)
  if (!connection || !problem) return null
  return (
    <Alert color="orange" icon={<IconPlugConnectedX aria-hidden />} title={problem.title}>
      <Group justify="space-between" gap="sm">
        <span style={{ flex: '1 1 16rem' }}>{problem.detail}</span>
        <Button component={Link} to={`/connections/${connection._id}?reconnect=1`} size="xs">
          Reconnect
        </Button>
      </Group>
    </Alert>
  )
}
