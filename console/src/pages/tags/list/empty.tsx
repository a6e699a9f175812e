import { Button } from '@mantine/core'
import { IconAddressBook, IconBuilding, IconSearchOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Empty } from '../../../ui/states.tsx'
import { isFiltered, type ListKind, type ListState } from './state.ts'

interface NoTagsProps {
  kind: ListKind
  state: ListState
  onClear: () => void
  onCreate: () => void
}

/** An empty list: either nothing matches, or nothing is there yet. */
export function NoTags({ kind, state, onClear, onCreate }: NoTagsProps) {
  const noun = kind === 'people' ? 'person' : 'company'
  const create = (
    <Button variant="light" onClick={onCreate}>
      {kind === 'people' ? 'New person' : 'New company'}
    </Button>
  )
  if (isFiltered(state)) {
    return (
      <Empty
        icon={IconSearchOff}
        title={state.search.trim() ? `No ${noun} matches “${state.search.trim()}”` : `No ${noun} matches these filters`}
        actions={
          <>
            <Button variant="default" onClick={onClear}>
              Clear the filters
            </Button>
            {create}
          </>
        }
      >
        Names and {kind === 'people' ? 'e-mail addresses' : 'domains'} are searched.
      </Empty>
    )
  }
  return (
    <Empty
      icon={kind === 'people' ? IconAddressBook : IconBuilding}
      title={kind === 'people' ? 'Nobody here yet' : 'No companies yet'}
      actions={
        <>
          <Button component={Link} to="/welcome">
            Connect an account
          </Button>
          {create}
        </>
      }
    >
      {kind === 'people'
        ? 'Everybody you write to and meet appears here as soon as a mailbox or calendar is connected.'
        : 'The companies of everybody you write to and meet appear here as soon as a mailbox or calendar is connected.'}
    </Empty>
  )
}
