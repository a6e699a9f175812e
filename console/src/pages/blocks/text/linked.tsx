import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { VendorLink } from '../../../ui/links.tsx'
import classes from './linked.module.css'
import { beginningOf, toTextParts } from './parts.ts'

/** More is shown on request, since a text may have a million characters. */
const MAX_LENGTH = 20_000

/** A plain text from outside, with its lines and its links. */
export function LinkedText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? text : beginningOf(text, MAX_LENGTH)
  const parts = useMemo(() => toTextParts(shown), [shown])
  let position = 0
  return (
    <div>
      <div className={classes.text}>
        {parts.map(({ text: part, url }) => {
          const key = position
          position += part.length
          return url === undefined ? (
            <span key={key}>{part}</span>
          ) : (
            <VendorLink key={key} url={url} inherit>
              {part}
            </VendorLink>
          )
        })}
      </div>
      {shown.length < text.length && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setWhole(true)}>
          Show the whole text
        </Button>
      )}
    </div>
  )
}
