import { ActionIcon, Button, type ButtonProps, Group, Menu } from '@mantine/core'
import { IconChevronDown, IconKey, IconLogin } from '@tabler/icons-react'
import type { ConnectMethod } from './attempt.ts'

interface ConnectButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  /** Such as “Connect” or “Connect again”. */
  children: string
  /** What is connected, for screen readers: “Connect Calendar”. */
  subject: string
  /** The default one first. */
  methods: readonly ConnectMethod[]
  disabled?: boolean
  onConnect: (method: ConnectMethod | undefined) => void
}

const METHODS = {
  oauth: { label: 'By signing in', description: 'You sign in and allow access.', icon: IconLogin },
  key: { label: 'With a key', description: 'An administrator enters a key of the organization.', icon: IconKey },
} as const

/** A button that connects in the default way, with a menu of the ways where there are several. */
export function ConnectButton({
  children,
  subject,
  methods,
  onConnect,
  disabled = false,
  ...look
}: ConnectButtonProps) {
  const button = (
    <Button {...look} disabled={disabled} aria-label={`${children}: ${subject}`} onClick={() => onConnect(methods[0])}>
      {children}
    </Button>
  )
  if (methods.length < 2) return button
  return (
    <Group gap={1} wrap="nowrap" display="inline-flex">
      {button}
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon
            variant={look.variant ?? 'filled'}
            size={look.size === 'xs' ? 30 : 36}
            disabled={disabled}
            aria-label={`Other ways to connect ${subject}`}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {methods.map((method) => {
            const { label, description, icon: Icon } = METHODS[method]
            return (
              <Menu.Item key={method} leftSection={<Icon size={18} aria-hidden />} onClick={() => onConnect(method)}>
                {label}
                <div style={{ fontSize: 12, opacity: 0.8 }}>{description}</div>
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
