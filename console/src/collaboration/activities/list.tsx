import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { TagLink } from '../../ui/links.tsx'
import { When } from '../../ui/when.tsx'
import type { Collaboration } from '../use-collaboration.ts'
import { type ActivityLine, describeActivities } from './words.ts'

const SHORT = 8

/** What happened to a block, newest first. */
export function Activities({ activities, source }: Collaboration) {
  const [isLong, setLong] = useState(false)
  const lines = describeActivities(activities, source)
  if (lines.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing has happened yet.
      </Text>
    )
  }
  return (
    <Stack gap={6}>
      <Stack component="ol" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {(isLong ? lines : lines.slice(0, SHORT)).map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </Stack>
      {lines.length > SHORT && (
        <Button variant="subtle" size="compact-xs" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
          {isLong ? 'Show less' : `Show all ${lines.length}`}
        </Button>
      )}
    </Stack>
  )
}

function Line({ line: { actor, action, whom, after, time } }: { line: ActivityLine }) {
  return (
    <Text component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
      <b>{actor}</b> {action}{' '}
      {whom?._id ? (
        <TagLink id={whom._id} inherit underline="always">
          {whom.alias}
        </TagLink>
      ) : (
        whom?.alias
      )}{' '}
      {after} <When time={time} relative c="dimmed" size="xs" />
    </Text>
  )
}
