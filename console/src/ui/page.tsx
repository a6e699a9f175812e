import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface PageProps {
  title: string
  /** A sentence below the title. */
  description?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Shown before the title, such as an avatar. */
  icon?: ReactNode
  children: ReactNode
  /** Uses the whole width and height below the title. */
  fills?: boolean
}

/** A page: its title, which is also that of the window, its actions, and its content. */
export function Page({ title, description, actions, icon, children, fills = false }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Provider Hub`
  }, [title])
  return (
    <Stack gap="md" maw={fills ? undefined : 1200} mx="auto" h={fills ? '100%' : undefined}>
      <Group justify="space-between" align="flex-start" wrap="wrap" gap="sm">
        <Group gap="sm" wrap="nowrap" miw={0} style={{ flex: '1 1 16rem' }}>
          {icon}
          <Box miw={0}>
            <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {description && (
              <Text c="dimmed" size="sm" component="div">
                {description}
              </Text>
            )}
          </Box>
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
