import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** The id of the section, for links to it. */
  anchor?: string
  /** Beside the title, such as a link to all of it. */
  action?: ReactNode
  children: ReactNode
}

/** A part of the page, with a border around it. */
export function Section({ title, anchor, action, children }: SectionProps) {
  const id = useId()
  return (
    <Paper withBorder component="section" id={anchor} aria-labelledby={id} p="sm" miw={0}>
      <Group justify="space-between" gap="xs" mb={6} wrap="nowrap">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  )
}
