import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MutationError } from '../../ui/mutation-error.tsx'
import { When } from '../../ui/when.tsx'
import classes from './card.module.css'
import { Change } from './change.tsx'
import { describe } from './describe/by-type.ts'
import { DismissButton } from './dismiss-button.tsx'
import type { CardCommand, Item } from './feed.ts'
import { SnoozeButton } from './snooze-button.tsx'
import { useActions } from './use-actions.ts'
import type { Settled } from './use-settled.ts'

interface CardProps {
  item: Item
  /** Whether the card is the one that Tab reaches. */
  isActive: boolean
  onActive: () => void
  /** What a key asks for. */
  command: CardCommand | undefined
  onCommandDone: () => void
  onSettled: (result: Settled) => void
}

/** A recommendation: why, what accepting does, how it will be, and the buttons. */
export function Card({ item, isActive, onActive, command, onCommandDone, onSettled }: CardProps) {
  const navigate = useNavigate()
  const card = useRef<HTMLDivElement>(null)
  const description = describe(item)
  const actions = useActions(item, description, onSettled)
  const [opened, setOpened] = useState<CardCommand>()
  const accept = () => (description.to === undefined ? void actions.accept(false) : void navigate(description.to))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a command is carried out once
  useEffect(() => {
    if (!command) return
    onCommandDone()
    if (command === 'accept') accept()
    else setOpened(command)
  }, [command])
  const close = () => {
    setOpened(undefined)
    card.current?.focus()
  }
  return (
    <Paper
      ref={card}
      withBorder
      p="md"
      component="article"
      aria-labelledby={`title-${item._id}`}
      data-card={item._id}
      tabIndex={isActive ? 0 : -1}
      onFocus={onActive}
      className={classes.card}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Title order={3} size="h6" id={`title-${item._id}`} style={{ overflowWrap: 'anywhere' }}>
          {item.displayTitle}
        </Title>
        <Text size="xs" c="dimmed" style={{ flex: 'none' }} component="div">
          <When time={item.dateCreated} relative />
        </Text>
      </Group>
      {item.displayDescription && (
        <Text size="sm" mt={2} lineClamp={6} style={{ overflowWrap: 'anywhere' }}>
          {item.displayDescription}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {description.effect}
      </Text>
      <Change before={description.before} after={description.after} />
      {actions.mayExist ? (
        <Alert
          mt="sm"
          color="orange"
          icon={<IconAlertTriangle aria-hidden />}
          title="It is not known whether this was done"
          role="alert"
        >
          <Text size="sm">{actions.detail}</Text>
          <Text size="sm" mt={4}>
            Look in the application whether the record is there before you do it again; otherwise it may exist twice.
          </Text>
          <Button
            mt="xs"
            size="xs"
            color="orange"
            loading={actions.isRunning}
            onClick={() => void actions.accept(true)}
          >
            Do it again
          </Button>
        </Alert>
      ) : (
        actions.error != null && (
          <div style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
            <MutationError error={actions.error} />
          </div>
        )
      )}
      <Group mt="sm" gap="xs">
        <Button size="xs" onClick={accept} loading={actions.isRunning}>
          {description.accept}
        </Button>
        <DismissButton
          opened={opened === 'dismiss'}
          onOpen={() => setOpened('dismiss')}
          onClose={close}
          onDismiss={(reason) => void actions.dismiss(reason)}
        />
        <SnoozeButton
          opened={opened === 'snooze'}
          onOpen={() => setOpened('snooze')}
          onClose={close}
          onSnooze={(until) => void actions.snooze(until)}
        />
        {item.dateExpires !== null && (
          <Text size="xs" c="dimmed" ml="auto" component="div">
            Until <When time={item.dateExpires} />
          </Text>
        )}
      </Group>
    </Paper>
  )
}
