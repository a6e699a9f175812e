import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconLogout, IconMoon, IconSettings, IconSun } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useSession, useUser } from '../sign-in/session-context.tsx'

/** Who is signed in, and what they can do about it. */
export function UserMenu() {
  const session = useSession()
  const user = useUser()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { name, email } = user?.profile ?? {}
  const isDark = colorScheme === 'dark'
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>Account of {name ?? email ?? 'the signed-in person'}</VisuallyHidden>
          <Avatar name={name ?? email ?? '?'} color="initials" size={32} radius="xl" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" truncate>
            {email}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} aria-hidden />}>
          Settings
        </Menu.Item>
        <Menu.Item
          leftSection={isDark ? <IconSun size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? 'Use light colours' : 'Use dark colours'}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void session.signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
