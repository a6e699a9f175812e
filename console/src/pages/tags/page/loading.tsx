import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useEffect } from 'react'
import classes from './layout.module.css'

/** The shape of a tag's page while it is loading. */
export function TagPageLoading({ id }: { id: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title of the page before belongs to another tag
  useEffect(() => {
    document.title = 'Provider Hub'
  }, [id])
  return (
    <Stack maw={1200} mx="auto" role="status" aria-busy>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Group gap="sm">
        <Skeleton height={48} circle />
        <div style={{ flex: 1 }}>
          <Skeleton height={22} width="min(18rem, 60%)" mb={8} />
          <Skeleton height={12} width="min(26rem, 80%)" />
        </div>
      </Group>
      <div className={classes.columns}>
        <div className={classes.details}>
          <Skeleton height={180} radius="md" />
        </div>
        <Stack className={classes.sections} gap="sm">
          <Skeleton height={34} width="70%" />
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} height={44} />
          ))}
        </Stack>
      </div>
    </Stack>
  )
}
