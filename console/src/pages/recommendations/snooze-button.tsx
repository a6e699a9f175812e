import { Button, Popover, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime } from '../../text/dates.ts'
import { snoozeTimes, snoozeUntilDay } from './feed.ts'

interface SnoozeButtonProps {
  opened: boolean
  onOpen: () => void
  onClose: () => void
  /** With the time until which it is hidden (epoch ms). */
  onSnooze: (until: number) => void
}

/** Hides a recommendation until tomorrow, next week or a day. */
export function SnoozeButton({ opened, onOpen, onClose, onSnooze }: SnoozeButtonProps) {
  const [day, setDay] = useState('')
  const now = Date.now()
  const chosen = snoozeUntilDay(day, now)
  const snooze = (time: number) => {
    onClose()
    onSnooze(time)
  }
  return (
    <Popover opened={opened} onChange={(isOpen) => !isOpen && onClose()} trapFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button size="xs" variant="default" onClick={opened ? onClose : onOpen}>
          Snooze
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Snooze until">
        <Stack gap={6} w={250}>
          {snoozeTimes(now).map(({ label, time }, index) => (
            <Button
              key={label}
              size="xs"
              variant="light"
              color="gray"
              justify="space-between"
              rightSection={
                <Text span size="xs" c="dimmed">
                  {formatDateTime(time)}
                </Text>
              }
              onClick={() => snooze(time)}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
            >
              {label}
            </Button>
          ))}
          <TextInput
            size="xs"
            type="date"
            label="Until a day"
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
            error={day !== '' && chosen === undefined ? 'Choose a day after today.' : undefined}
          />
          <Button size="xs" disabled={chosen === undefined} onClick={() => chosen !== undefined && snooze(chosen)}>
            Snooze until then
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
