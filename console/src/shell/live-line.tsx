import { Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLiveState } from '../graph/context.tsx'
import classes from './live-line.module.css'

/** A short interruption is not worth a word (ms). */
const PATIENCE_MS = 1_500

/** Says in the navigation whether the page is live or behind. */
export function LiveLine() {
  const state = useLiveState()
  const [isBehind, setBehind] = useState(false)
  useEffect(() => {
    if (state === 'live') return setBehind(false)
    const timer = setTimeout(() => setBehind(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <Group gap={8} px="sm" py={6} wrap="nowrap" role="status">
      <span className={classes.dot} data-behind={isBehind || undefined} aria-hidden />
      <Text size="xs" c="dimmed">
        {isBehind ? 'This page is behind. Reconnecting …' : 'Live'}
      </Text>
    </Group>
  )
}
