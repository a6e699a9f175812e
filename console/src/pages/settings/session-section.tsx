import { Alert, Button, Group, Text } from '@mantine/core'
import { IconLogin, IconLogout, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession, useUser } from '../../sign-in/session-context.tsx'
import { formatDateTime, formatTime } from '../../text/dates.ts'
import { notifyDone } from '../../ui/notify.ts'
import { Section } from '../../ui/section.tsx'
import { When } from '../../ui/when.tsx'
import { Facts } from './facts.tsx'
import { readAuthTime } from './session-times.ts'

/** The session with the issuer: since when, until when its token is valid, and how to renew and to end it. */
export function SessionSection() {
  const session = useSession()
  const user = useUser()
  const [state, setState] = useState<'idle' | 'renewing' | 'refused' | 'leaving'>('idle')
  const signedInAt = readAuthTime(user?.id_token) ?? session.since
  const expiresAt = user?.expires_at
  const renew = async () => {
    setState('renewing')
    try {
      await session.renew()
      setState('idle')
      notifyDone('The token is renewed')
    } catch {
      setState('refused')
    }
  }
  const signInAgain = async () => {
    try {
      await session.signInAgain()
      setState('idle')
    } catch {
      // The window was closed: the message stays, with its button.
    }
  }
  const signOut = async () => {
    setState('leaving')
    await session.signOut().catch(() => setState('idle'))
  }
  return (
    <Section title="Session" anchor="session">
      <Facts
        facts={[
          ['Signed in', signedInAt === undefined ? 'Not known' : <When key="since" time={signedInAt} />],
          [
            'Token renewed until',
            expiresAt === undefined ? 'Your issuer does not tell it.' : describeEnd(expiresAt * 1_000),
          ],
          ['Issuer', user?.profile.iss ?? 'Not known'],
        ]}
      />
      <Text size="xs" c="dimmed" my={6}>
        The token is held in the memory of this page only, and renews itself before it ends. How long that goes on is
        decided by the issuer; then you are asked to sign in again, and nothing on the page is lost.
      </Text>
      {state === 'refused' && (
        <Alert color="orange" variant="light" title="The issuer wants you to sign in again" role="alert" mb="xs">
          Its own session has ended, so that it renews no tokens. This one stays valid until its time.
          <Group mt="xs">
            <Button
              size="compact-sm"
              leftSection={<IconLogin size={14} aria-hidden />}
              onClick={() => void signInAgain()}
            >
              Sign in again
            </Button>
          </Group>
        </Alert>
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={state === 'renewing'}
          onClick={() => void renew()}
        >
          Renew now
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconLogout size={14} aria-hidden />}
          loading={state === 'leaving'}
          onClick={() => void signOut()}
        >
          Sign out
        </Button>
      </Group>
    </Section>
  )
}

/** A time of today without its day. `time` is epoch ms. */
function describeEnd(time: number): string {
  const isSoon = Math.abs(time - Date.now()) < 12 * 3_600_000
  return isSoon ? formatTime(time) : formatDateTime(time)
}
