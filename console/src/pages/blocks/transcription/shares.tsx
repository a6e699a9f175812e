import { Group, Text } from '@mantine/core'
import { formatDuration } from '../../../text/dates.ts'
import { Section } from '../shared/section.tsx'
import type { Speaker } from './speakers.ts'
import classes from './transcript.module.css'

/** Who spoke how much, as a bar and in numbers. */
export function SpeakerShares({ speakers }: { speakers: readonly Speaker[] }) {
  if (speakers.length === 0) return null
  return (
    <Section title="Speakers">
      <div className={classes.bar} aria-hidden>
        {speakers.map(({ name, share, color }) => (
          <span key={name} style={{ flexGrow: share, background: `var(--mantine-color-${color}-filled)` }} />
        ))}
      </div>
      <Group gap="md" mt={6} component="ul" className={classes.speakers}>
        {speakers.map(({ name, share, duration, color }) => (
          <li key={name} title={`About ${formatDuration(duration)}`}>
            <span className={classes.dot} style={{ background: `var(--mantine-color-${color}-filled)` }} aria-hidden />
            <Text span size="sm">
              <bdi>{name}</bdi>
            </Text>{' '}
            <Text span size="sm" c="dimmed">
              {Math.round(share * 100)} %
            </Text>
          </li>
        ))}
      </Group>
    </Section>
  )
}
