import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { formatDuration } from '../../../text/dates.ts'
import { BlockLink } from '../../../ui/links.tsx'
import { When } from '../../../ui/when.tsx'
import type { BlockOf, Row } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { PersonName, PersonNames } from '../shared/person.tsx'
import { RowSection } from '../shared/rows.tsx'
import { Section } from '../shared/section.tsx'
import { Highlights } from './highlights.tsx'
import { Outline } from './outline.tsx'
import { SpeakerShares } from './shares.tsx'
import { toSpeakers } from './speakers.ts'
import { Tasks } from './tasks.tsx'
import { Transcript } from './transcript.tsx'
import { usePosition } from './use-position.ts'
import { parseTranscript } from './utterances.ts'

interface TranscriptionContentProps {
  transcription: BlockOf<'Transcription'>
  /** What came out of the meeting. */
  results: readonly Row[]
}

/** What was said in a meeting: outline, highlights and tasks lead to the place in the transcript. */
export function TranscriptionContent({ transcription, results }: TranscriptionContentProps) {
  const { transcript, outline, highlights, actionItems, event, organizedBy, attendees } = transcription
  const utterances = useMemo(() => parseTranscript(transcript?.text), [transcript?.text])
  const speakers = useMemo(() => toSpeakers(utterances), [utterances])
  const { position, jump } = usePosition()
  const tasks = results.filter(({ __typename }) => __typename === 'Task')
  const others = results.filter(({ __typename }) => __typename !== 'Task')
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          { label: 'When', value: <MeetingTime transcription={transcription} /> },
          event && {
            label: 'Event',
            value: (
              <BlockLink id={event._id} size="sm">
                {event.title?.trim() || 'Event'}
              </BlockLink>
            ),
          },
          organizedBy && { label: 'Organized by', value: <PersonName person={organizedBy} /> },
          attendees.length > 0 && { label: 'People', value: <PersonNames people={attendees} /> },
        ]}
      />
      <SpeakerShares speakers={speakers} />
      <Tasks tasks={tasks} items={actionItems ?? []} jump={jump} />
      <Highlights highlights={highlights ?? []} jump={jump} />
      <Outline items={outline ?? []} jump={jump} />
      {utterances.length > 0 ? (
        <Transcript utterances={utterances} speakers={speakers} position={position} jump={jump} />
      ) : (
        <Section title="Transcript">
          <Text c="dimmed" size="sm">
            {describeMissing(transcription.processingStage)}
          </Text>
        </Section>
      )}
      <RowSection title="Came out of this" rows={others} />
    </Stack>
  )
}

function MeetingTime({ transcription: { dateStart, duration } }: { transcription: BlockOf<'Transcription'> }) {
  if (dateStart === null) return duration === null ? undefined : formatDuration(duration)
  return (
    <>
      <When time={dateStart} />
      {duration !== null && `, ${formatDuration(duration)}`}
    </>
  )
}

function describeMissing(stage: string | null): string {
  const isDone = stage === null || /^(?:done|complete|completed|finished|ready)$/i.test(stage)
  return isDone
    ? 'The meeting has no transcript text.'
    : 'The transcript is still being prepared. It appears here as soon as it is there.'
}
