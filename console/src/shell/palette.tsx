import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { NAVIGATION } from '../pages/index.tsx'

export function openPalette(): void {
  spotlight.open()
}

/** The command palette: every page and action by name, opened with mod+K. */
export function Palette() {
  const navigate = useNavigate()
  const actions: SpotlightActionData[] = NAVIGATION.map(({ path, label, icon: Icon }) => ({
    id: path,
    label,
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => void navigate(path),
  }))
  return (
    <Spotlight
      actions={actions}
      shortcut="mod+K"
      searchProps={{ leftSection: <IconSearch size={18} aria-hidden />, placeholder: 'Search or go to …' }}
      nothingFound="Nothing has this name."
      highlightQuery
    />
  )
}
