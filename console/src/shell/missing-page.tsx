import { Button } from '@mantine/core'
import { IconQuestionMark } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'

export function MissingPage() {
  return (
    <Page title="Not found">
      <Empty
        icon={IconQuestionMark}
        title="There is no page at this address"
        actions={
          <Button component={Link} to="/" variant="light">
            Go to Today
          </Button>
        }
      >
        Check the address, or search for what you were looking for.
      </Empty>
    </Page>
  )
}
