import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link } from 'react-router'
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
