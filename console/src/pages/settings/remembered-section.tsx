import { Button, Text, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '../../text/numbers.ts'
import { forgetPreferences } from '../../text/preferences.ts'
import { Section } from '../../ui/section.tsx'
import { isColorScheme, isPreferences, listRemembered, type Remembered } from './remembered.ts'
import classes from './settings.module.css'

/** What this browser keeps, and a button that forgets it. */
export function RememberedSection() {
  const { clearColorScheme } = useMantineColorScheme()
  const [, refresh] = useState(0)
  const found = listRemembered(window.localStorage, window.sessionStorage)
  const forget = (entry: Remembered) => {
    const storage = entry.place === 'browser' ? window.localStorage : window.sessionStorage
    if (isColorScheme(entry)) clearColorScheme()
    if (isPreferences(entry)) forgetPreferences()
    storage.removeItem(entry.key)
    refresh((count) => count + 1)
  }
  return (
    <Section title="Remembered in this browser" anchor="remembered">
      {found.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing. What you choose above, and drafts of notes, would be listed here.
        </Text>
      )}
      <ul className={classes.list} aria-label="Remembered in this browser">
        {found.map((entry) => (
          <li key={`${entry.place} ${entry.key}`} className={classes.item}>
            <div>
              <Text size="sm">{entry.label}</Text>
              <Text size="xs" c="dimmed">
                {countOf(entry.size, 'character')},{' '}
                {entry.place === 'browser' ? 'until you forget it' : 'until this tab is closed'}
              </Text>
            </div>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => forget(entry)}
              aria-label={`Forget: ${entry.label}`}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt={6}>
        Mail, meetings and everything else of the graph is held in memory only, and so are your tokens.
      </Text>
    </Section>
  )
}
