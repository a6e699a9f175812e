import { Button } from '@mantine/core'
import { IconTopologyStar3 } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Empty } from '../../ui/states.tsx'

/** Says why the picture is empty, and what to do about it. */
export function Nothing({ isWhole: isAll, onWiden }: { isWhole: boolean; onWiden: () => void }) {
  if (isAll) {
    return (
      <Empty
        icon={IconTopologyStar3}
        title="There is nothing to connect yet"
        actions={
          <Button component={Link} to="/welcome">
            Connect an account
          </Button>
        }
      >
        People, companies and topics appear here, with what links them, as soon as mail, meetings or records arrive.
      </Empty>
    )
  }
  return (
    <Empty
      icon={IconTopologyStar3}
      title="Nobody is linked to anything here"
      actions={
        <Button variant="light" onClick={onWiden}>
          Show everything
        </Button>
      }
    >
      No item matches all of what the picture is narrowed to. Remove one of the chips above.
    </Empty>
  )
}
