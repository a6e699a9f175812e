import { ActionIcon, Box, Group, RangeSlider, Text, Tooltip } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay, IconPlayerTrackNext } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { describePeriod } from '../../graph-picture/describe.ts'
import { startOfDay } from '../../text/days.ts'
import { countOf } from '../../text/numbers.ts'
import type { GraphScope } from './scope.ts'
import classes from './time-bar.module.css'
import { type Bar, nextSpan, type Span, toDays, toSpan } from './timeline.ts'

type Days = Pick<GraphScope, 'from' | 'to'>

interface TimeBarProps {
  bars: readonly Bar[]
  days: Days
  /** True while the picture of other days is being loaded. */
  isLoading: boolean
  onChange: (days: Days) => void
}

/** How long each step is shown while the time is played (ms). The platform computes two pictures a second at most. */
const STEP_MS = 1_200

/** When things happened, and the part of it that the picture shows. Playing walks through the time. */
export function TimeBar({ bars, days, isLoading, onChange }: TimeBarProps) {
  const shown = toSpan(bars, days)
  const [dragged, setDragged] = useState<Span>()
  const [first, last] = dragged ?? shown
  const play = usePlay(bars, shown, isLoading, onChange)
  if (bars.length < 2) return null
  const highest = bars.reduce((max, { count }) => Math.max(max, count), 1)
  const total = bars.slice(first, last + 1).reduce((sum, { count }) => sum + count, 0)
  const labelOf = (index: number) => describeBar(bars[index])
  return (
    <Group gap="md" wrap="nowrap" align="flex-end">
      <PlayButton {...play} />
      <Box flex={1} miw={0}>
        <Text size="xs" c="dimmed" aria-live={play.isPlaying ? 'off' : 'polite'}>
          {describeSpan(bars, [first, last])}: {countOf(total, 'item')}
        </Text>
        <div className={classes.bars} aria-hidden>
          {bars.map(({ from, count }, index) => (
            <span
              key={from}
              className={classes.bar}
              data-shown={(index >= first && index <= last) || undefined}
              style={{ height: `${count === 0 ? 0 : Math.max(6, (100 * count) / highest)}%` }}
            />
          ))}
        </div>
        <RangeSlider
          size="xs"
          min={0}
          max={bars.length - 1}
          minRange={0}
          pushOnOverlap={false}
          label={labelOf}
          value={[first, last]}
          thumbFromLabel="First week"
          thumbToLabel="Last week"
          onChange={(value) => setDragged(value)}
          onChangeEnd={(value) => {
            play.stop()
            setDragged(undefined)
            onChange(toDays(bars, value))
          }}
        />
      </Box>
    </Group>
  )
}

function PlayButton({ isPlaying, isMotionReduced, toggle }: ReturnType<typeof usePlay>) {
  const label = isMotionReduced ? 'Next step in time' : isPlaying ? 'Pause' : 'Play through time'
  const Icon = isMotionReduced ? IconPlayerTrackNext : isPlaying ? IconPlayerPause : IconPlayerPlay
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={toggle}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Moves the span on after each step; for people who want no motion, only when they ask for the next one. */
function usePlay(bars: readonly Bar[], [first, last]: Span, isLoading: boolean, onChange: (days: Days) => void) {
  const isMotionReduced = useReducedMotion()
  const [isPlaying, setPlaying] = useState(false)
  const step = () => {
    const next = nextSpan(bars, [first, last])
    if (next) onChange(toDays(bars, next))
    else {
      setPlaying(false)
      onChange({ from: undefined, to: undefined })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each span plans the next one, once it is shown
  useEffect(() => {
    if (!isPlaying || isLoading) return
    const timer = setTimeout(step, STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, isLoading, first, last])
  const toggle = () => {
    if (isMotionReduced) return step()
    if (!isPlaying) step()
    setPlaying(!isPlaying)
  }
  return { isPlaying, isMotionReduced, toggle, stop: () => setPlaying(false) }
}

function describeBar(bar: Bar | undefined): string {
  return bar ? describePeriod(startOfDay(bar.from), startOfDay(bar.to)) : ''
}

function describeSpan(bars: readonly Bar[], [first, last]: Span): string {
  const [from, to] = [bars[first], bars[last]]
  return from && to ? describePeriod(startOfDay(from.from), startOfDay(to.to)) : ''
}
