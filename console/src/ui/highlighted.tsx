import { useMemo } from 'react'
import { splitAtMatches, toSearchWords } from '../text/highlight.ts'
import classes from './highlighted.module.css'

interface HighlightedProps {
  text: string
  /** What was searched for. */
  search?: string | undefined
}

/** A text from outside, with the words of a search marked. It cannot change the direction of what is around it. */
export function Highlighted({ text, search = '' }: HighlightedProps) {
  const parts = useMemo(() => splitAtMatches(text, toSearchWords(search)), [text, search])
  let position = 0
  return (
    <bdi>
      {parts.map((part) => {
        const key = position
        position += part.text.length
        return part.isMatch ? (
          <mark key={key} className={classes.match}>
            {part.text}
          </mark>
        ) : (
          part.text
        )
      })}
    </bdi>
  )
}
