import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { formatNumber } from '../../../text/numbers.ts'
import { Section } from '../shared/section.tsx'
import { findMatches, stepMatch } from './matches.ts'
import type { Speaker } from './speakers.ts'
import type { Position } from './use-position.ts'
import { UtteranceList } from './utterance-list.tsx'
import { indexAt, type Utterance } from './utterances.ts'

interface TranscriptProps {
  utterances: readonly Utterance[]
  speakers: readonly Speaker[]
  position: Position | undefined
  jump: (time: number) => void
}

/** Everything that was said, searchable. */
export function Transcript({ utterances, speakers, position, jump }: TranscriptProps) {
  const [search, setSearch] = useState('')
  const [match, setMatch] = useState<number>()
  const matches = useMemo(() => findMatches(utterances, search), [utterances, search])
  const shown = position && indexAt(utterances, position.time)
  const step = (direction: 1 | -1) => setMatch((current) => stepMatch(matches, current, direction))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    if (event.key === 'Escape') setSearch('')
  }
  return (
    <Section title="Transcript">
      <Group gap="xs" mb="xs" wrap="nowrap">
        <TextInput
          value={search}
          onChange={({ currentTarget: { value } }) => {
            setSearch(value)
            setMatch(findMatches(utterances, value)[0])
          }}
          onKeyDown={onKeyDown}
          placeholder="Search what was said"
          aria-label="Search what was said"
          leftSection={<IconSearch size={16} aria-hidden />}
          size="sm"
          flex={1}
        />
        {search.trim() !== '' && (
          <>
            <Text size="sm" c="dimmed" role="status" style={{ whiteSpace: 'nowrap' }}>
              {matches.length === 0
                ? 'Not found'
                : `${formatNumber(Math.max(0, matches.indexOf(match ?? -1)) + 1)} of ${formatNumber(matches.length)}`}
            </Text>
            <ActionIcon
              variant="default"
              aria-label="Previous match"
              onClick={() => step(-1)}
              disabled={matches.length === 0}
            >
              <IconChevronUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label="Next match"
              onClick={() => step(1)}
              disabled={matches.length === 0}
            >
              <IconChevronDown size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
      </Group>
      <UtteranceList
        utterances={utterances}
        speakers={speakers}
        search={search}
        current={search.trim() === '' ? shown : match}
        request={search.trim() === '' ? position?.request : `${search} ${match}`}
        jump={jump}
      />
    </Section>
  )
}
