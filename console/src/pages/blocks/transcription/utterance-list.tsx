import { Text } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { Highlighted } from '../../../ui/highlighted.tsx'
import { JumpButton } from './jump-button.tsx'
import type { Speaker } from './speakers.ts'
import classes from './transcript.module.css'
import type { Utterance } from './utterances.ts'

interface UtteranceListProps {
  utterances: readonly Utterance[]
  speakers: readonly Speaker[]
  search: string
  /** The index of the utterance to show. */
  current: number | undefined
  /** Another value shows the current utterance again. */
  request: unknown
  jump: (time: number) => void
}

const ROW_HEIGHT = 46

/** The utterances of a meeting, of which only the visible ones exist. */
export function UtteranceList({ utterances, speakers, search, current, request, jump }: UtteranceListProps) {
  const list = useRef<HTMLOListElement>(null)
  const colors = useMemo(() => new Map(speakers.map(({ name, color }) => [name, color])), [speakers])
  const virtualizer = useWindowVirtualizer({
    count: utterances.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin: list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place may be requested again
  useEffect(() => {
    if (current === undefined) return
    virtualizer.scrollToIndex(current, { align: 'center' })
  }, [current, request, virtualizer])
  return (
    <ol ref={list} aria-label="Transcript" className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const utterance = utterances[index]
        if (utterance === undefined) return null
        const { speaker, text, time } = utterance
        const isSame = speaker !== undefined && utterances[index - 1]?.speaker === speaker
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            aria-setsize={utterances.length}
            aria-posinset={index + 1}
            aria-current={index === current ? 'true' : undefined}
            data-index={index}
            className={classes.utterance}
            style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
          >
            <span className={classes.offset}>{time !== undefined && <JumpButton time={time} jump={jump} />}</span>
            <Text size="sm" component="div" className={classes.said}>
              {speaker !== undefined && !isSame && (
                <Text
                  span
                  fw={600}
                  className={classes.speaker}
                  style={{ borderColor: `var(--mantine-color-${colors.get(speaker) ?? 'gray'}-filled)` }}
                >
                  <Highlighted text={speaker} search={search} />
                </Text>
              )}
              <Highlighted text={text} search={search} />
            </Text>
          </li>
        )
      })}
    </ol>
  )
}
