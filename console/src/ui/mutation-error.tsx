import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { describeError } from '../graph/errors.ts'

/** Why a change was not made, beside the button or form that asked for it. Nothing without an error. */
export function MutationError({ error }: { error: unknown }) {
  if (!error) return null
  const { title, detail, requestId } = describeError(error)
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      {detail}
      {requestId && (
        <Text size="xs" mt={4}>
          Request {requestId}
        </Text>
      )}
    </Alert>
  )
}
