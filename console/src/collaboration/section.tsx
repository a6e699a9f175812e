import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  /** At the end of the line of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of what is shown beside a block. */
export function Section({ title, actions, children }: SectionProps) {
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" mih={28}>
        <Title order={2} size="h6" tt="none">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Stack>
  )
}
