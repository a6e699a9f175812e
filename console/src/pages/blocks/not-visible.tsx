import { Button } from '@mantine/core'
import { IconArrowLeft, IconEyeOff, IconSearch } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

/** A block that does not exist for the person: never, or from now on, while they were looking at it. */
export function NotVisible({ wasVisible }: { wasVisible: boolean }) {
  const navigate = useNavigate()
  // The first page of the window has none of the console before it.
  const isFirst = useLocation().key === 'default'
  const title = wasVisible ? 'No longer available' : 'Not found'
  return (
    <Page title={title}>
      <Empty
        icon={IconEyeOff}
        role="alert"
        title={wasVisible ? 'This is no longer shared with you' : 'This does not exist, or is not shared with you'}
        actions={
          <>
            <Button
              variant="light"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              onClick={() => void (isFirst ? navigate('/') : navigate(-1))}
            >
              Go back
            </Button>
            <Button component={Link} to="/search" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
              Search
            </Button>
          </>
        }
      >
        {wasVisible
          ? 'Somebody has just stopped sharing it with you, or it was removed. Ask whoever shared it if you still need it.'
          : 'The address may be wrong, it may have been removed, or nobody has shared it with you. Ask whoever sent you the link to share it.'}
      </Empty>
    </Page>
  )
}
