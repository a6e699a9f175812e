import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** The shape of a block's page. */
export function LoadingBlock() {
  return (
    <Stack gap="md" maw={1200} mx="auto" role="status" aria-busy>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Group wrap="nowrap">
        <Skeleton height={32} width={32} />
        <Skeleton height={28} width="50%" />
      </Group>
      <Skeleton height={14} width="35%" />
      <Group>
        <Skeleton height={24} width={110} radius="xl" />
        <Skeleton height={24} width={90} radius="xl" />
      </Group>
      <Skeleton height={260} />
    </Stack>
  )
}
