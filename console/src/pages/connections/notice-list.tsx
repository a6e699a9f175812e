import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { Notice } from './notices.ts'

/** What a person should do about a connection, each with its button. */
export function NoticeList({ notices, onConnect }: { notices: readonly Notice[]; onConnect: () => void }) {
  return (
    <Stack gap="sm">
      {notices.map(({ key, color, title, text, connect }) => {
        const Icon = color === 'red' || color === 'orange' ? IconAlertTriangle : IconInfoCircle
        return (
          <Alert key={key} color={color} variant="light" icon={<Icon aria-hidden />} title={title} role="group">
            <Group justify="space-between" gap="sm">
              <Text size="sm" flex="1 1 16rem" style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Text>
              {connect && (
                <Button size="sm" onClick={onConnect} data-autofocus={key === 'offer' || undefined}>
                  {connect}
                </Button>
              )}
            </Group>
          </Alert>
        )
      })}
    </Stack>
  )
}
