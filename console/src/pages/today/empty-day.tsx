import { Alert, Anchor, Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { Empty } from '../../ui/states.tsx'

/** What would be here, for somebody who has connected nothing and whom nobody has shared anything with. */
export function EmptyDay() {
  return (
    <Empty
      icon={IconPlugConnected}
      title="Your day starts here"
      actions={
        <Button component={Link} to="/welcome">
          Connect an account
        </Button>
      }
    >
      Connect a calendar or a mailbox, and this page shows whom you meet next, which mail matters and why, and what you
      have promised. It stays true by itself.
    </Empty>
  )
}

/** Tells somebody who sees what others share that there could be more. */
export function NotConnected() {
  return (
    <Alert variant="light" icon={<IconPlugConnected aria-hidden />} title="You have connected no account yet" py="xs">
      This page shows what others share with you.{' '}
      <Anchor component={Link} to="/welcome" inherit>
        Connect a calendar or a mailbox
      </Anchor>{' '}
      to see your own meetings and mail too.
    </Alert>
  )
}

/** Whether somebody who has nothing was shown what can be connected; once is enough. */
let wasWelcomed = false

/**
 * Shows what can be connected instead of a page without anything. While the code of a page that was asked for
 * afterwards is being loaded, this one is still mounted, and the browser's address is ahead of the router's: somebody
 * who went on is not called back.
 */
export function useWelcome(isEmpty: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isEmpty || wasWelcomed || window.location.pathname !== '/') return
    wasWelcomed = true
    void navigate('/welcome', { replace: true })
  }, [isEmpty, navigate])
}
