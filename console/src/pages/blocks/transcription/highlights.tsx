import { Text } from '@mantine/core'
import { toLine } from '../../../text/blocks.ts'
import { VendorLink } from '../../../ui/links.tsx'
import { nameOf } from '../people.ts'
import type { BlockOf } from '../shared/block.ts'
import { Section } from '../shared/section.tsx'
import { JumpButton } from './jump-button.tsx'
import classes from './transcript.module.css'

interface HighlightsProps {
  highlights: NonNullable<BlockOf<'Transcription'>['highlights']>
  jump: (time: number) => void
}

/** What somebody marked as important. */
export function Highlights({ highlights, jump }: HighlightsProps) {
  if (highlights.length === 0) return null
  return (
    <Section title="Highlights">
      <ul className={classes.outline}>
        {highlights.map(({ title, text, uri, startOffset, speaker }, index) => {
          const words = text?.trim() || title?.trim() || 'Highlight'
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: highlights have no id, and their order does not change
            <li key={index}>
              <div className={classes.line}>
                {startOffset !== null && (
                  <JumpButton time={startOffset} jump={jump} label={toLine(words).slice(0, 80)} />
                )}
                <Text size="sm" component="div" className={classes.said}>
                  {speaker && (
                    <Text span fw={600}>
                      <bdi>{nameOf(speaker)}</bdi>:{' '}
                    </Text>
                  )}
                  <bdi>{words}</bdi> {uri && <VendorLink url={uri}>Watch</VendorLink>}
                </Text>
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
