import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Rows where content will be, in the shape of a section's. */
export function LoadingRows({ rows = 3 }: { rows?: number }) {
  return (
    <Stack gap="xs" role="status" aria-busy aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <Group key={row} gap="sm" wrap="nowrap" py={4}>
          <Skeleton width={28} height={28} radius="md" />
          <Stack gap={6} flex={1}>
            <Skeleton height={10} width={`${70 - ((row * 13) % 30)}%`} />
            <Skeleton height={8} width={`${50 - ((row * 7) % 20)}%`} />
          </Stack>
        </Group>
      ))}
    </Stack>
  )
}

/** Says that a section has nothing to show, and what would be here. */
export function Nothing({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" py={4} component="div">
      {children}
    </Text>
  )
}
