import { Box, Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** Shown beside the title, such as a count or a button. */
  beside?: ReactNode
  children: ReactNode
}

/** A part of a page with a title. */
export function Section({ title, beside, children }: SectionProps) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} miw={0}>
      <Group justify="space-between" mb={6} gap="xs">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {beside}
      </Group>
      {children}
    </Box>
  )
}
