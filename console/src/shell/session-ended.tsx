import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../sign-in/session-context.tsx'

/** Asks the person to sign in again without leaving the page, so that nothing they have entered is lost. */
export function SessionEnded({ opened, onSignedIn }: { opened: boolean; onSignedIn: () => void }) {
  const session = useSession()
  const [isRunning, setRunning] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const signIn = async () => {
    setRunning(true)
    setFailed(false)
    try {
      await session.signInAgain()
      onSignedIn()
    } catch {
      setFailed(true)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      opened={opened}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session has ended"
      centered
    >
      <Stack>
        <Text size="sm">Sign in again to go on. A window opens for it; this page stays as it is.</Text>
        {hasFailed && (
          <Alert color="red" title="You were not signed in" role="alert">
            The window was closed or blocked before you had signed in. Try again, or sign in on this page: what you have
            entered and not saved is then lost.
          </Alert>
        )}
        <Group justify="flex-end">
          {hasFailed && (
            <Button variant="default" onClick={() => void session.startSignIn()}>
              Sign in on this page
            </Button>
          )}
          <Button loading={isRunning} onClick={() => void signIn()} data-autofocus>
            Sign in again
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
