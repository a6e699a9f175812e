import { useMantineColorScheme } from '@mantine/core'
import {
  IconCheckbox,
  IconFolderPlus,
  IconLogout,
  IconMessages,
  IconMoon,
  IconNote,
  IconPlugConnected,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { NAVIGATION } from '../pages/index.tsx'
import { useSession } from '../sign-in/session-context.tsx'
import type { PaletteEntry } from './palette-entries.ts'

/** What can be created from anywhere. */
export type Creation = 'note' | 'task' | 'thread'

/** Every page that the navigation lists. */
export function usePageEntries(): PaletteEntry[] {
  const navigate = useNavigate()
  return NAVIGATION.map(({ path, label, icon }) => ({
    id: `page:${path}`,
    label,
    sign: { icon },
    keywords: ['go to', 'open', 'page'],
    run: () => navigate(path),
  }))
}

/** What can be done from anywhere. */
export function useCommandEntries(create: (creation: Creation) => void): PaletteEntry[] {
  const navigate = useNavigate()
  const session = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  return [
    {
      id: 'do:new-note',
      label: 'New note',
      sign: { icon: IconNote },
      keywords: ['create', 'write'],
      run: () => create('note'),
    },
    {
      id: 'do:new-task',
      label: 'New task',
      sign: { icon: IconCheckbox },
      keywords: ['create', 'to-do'],
      run: () => create('task'),
    },
    {
      id: 'do:new-thread',
      label: 'New thread',
      sign: { icon: IconMessages },
      keywords: ['create', 'message', 'conversation'],
      run: () => create('thread'),
    },
    {
      id: 'do:new-folder',
      label: 'New folder',
      sign: { icon: IconFolderPlus },
      keywords: ['create', 'group'],
      run: () => navigate('/folders?new'),
    },
    {
      id: 'do:connect',
      label: 'Connect an application',
      sign: { icon: IconPlugConnected },
      keywords: ['add', 'account', 'calendar', 'mail'],
      run: () => navigate('/welcome'),
    },
    {
      id: 'do:colours',
      label: isDark ? 'Use light colours' : 'Use dark colours',
      sign: { icon: isDark ? IconSun : IconMoon },
      keywords: ['theme', 'scheme', 'colors', 'dark', 'light', 'mode'],
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'do:sign-out',
      label: 'Sign out',
      sign: { icon: IconLogout },
      keywords: ['log out', 'logout', 'leave'],
      run: () => session.signOut(),
    },
  ]
}
