import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useGraphClient } from '../../graph/context.tsx'
import { useSession, useUser } from '../../sign-in/session-context.tsx'
import { readPreferences } from '../../text/preferences.ts'
import { notifyDone } from '../../ui/notify.ts'
import { Section } from '../../ui/section.tsx'
import { useNow } from '../../ui/use-now.ts'
import { curlExample, READ_TOKEN } from './scripts.ts'
import { describeValidity } from './session-times.ts'
import classes from './settings.module.css'

/** Copies the access token for a script. It is never shown. */
export function TokenSection() {
  const session = useSession()
  const expiresAt = useUser()?.expires_at
  const { endpoint } = useGraphClient()
  const now = useNow(10_000)
  const [hasFailed, setFailed] = useState(false)
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setFailed(false)
      notifyDone(done)
    } catch {
      setFailed(true)
    }
  }
  const copyToken = () => {
    const token = session.user?.access_token
    const validity = expiresAt === undefined ? '' : ` ${describeValidity(expiresAt * 1_000, Date.now())}`
    if (token) void copy(token, `The token is copied.${validity}`)
  }
  const example = curlExample(endpoint, readPreferences().timeZone)
  return (
    <Section title="A token for scripts" anchor="token">
      <Text size="sm">
        Copy the access token of this session, and read it into a variable: whoever has it can do everything that you
        can, until it ends. {expiresAt !== undefined && describeValidity(expiresAt * 1_000, now)}
      </Text>
      <Group gap="xs" my="xs">
        <Button size="compact-sm" variant="light" leftSection={<IconCopy size={14} aria-hidden />} onClick={copyToken}>
          Copy the token
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copy(`${READ_TOKEN}\n${example}`, 'The example is copied')}
        >
          Copy the example
        </Button>
      </Group>
      {hasFailed && (
        <Alert color="red" variant="light" title="Nothing was copied" role="alert" mb="xs">
          The browser does not allow this page to use the clipboard. Allow it in the settings of the browser, then copy
          again.
        </Alert>
      )}
      <pre className={classes.code}>
        {READ_TOKEN}
        {'\n'}
        {example}
      </pre>
      <Text size="xs" c="dimmed" mt={6}>
        A script that runs for longer needs tokens of its own. They come from your issuer, not from here: ask whoever
        operates it for a client with the scope of the graph, which then gets a new token whenever it needs one.
      </Text>
    </Section>
  )
}
