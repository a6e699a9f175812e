import { Button, Popover, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DISMISS_REASONS } from './feed.ts'

interface DismissButtonProps {
  opened: boolean
  onOpen: () => void
  onClose: () => void
  onDismiss: (reason: string | undefined) => void
}

const MAX_LENGTH = 200

/** Dismisses a recommendation, with a reason if the person gives one. */
export function DismissButton({ opened, onOpen, onClose, onDismiss }: DismissButtonProps) {
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    onDismiss(reason.trim() || undefined)
  }
  return (
    <Popover opened={opened} onChange={(isOpen) => !isOpen && onClose()} trapFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button size="xs" variant="default" onClick={opened ? onClose : onOpen}>
          Dismiss
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Why is it dismissed?">
        <form onSubmit={submit}>
          <Stack gap={6} w={230}>
            {DISMISS_REASONS.map((text, index) => (
              <Button
                key={text}
                size="xs"
                variant="light"
                color="gray"
                justify="start"
                onClick={() => {
                  onClose()
                  onDismiss(text)
                }}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
              >
                {text}
              </Button>
            ))}
            <TextInput
              size="xs"
              label="Another reason"
              maxLength={MAX_LENGTH}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Button size="xs" type="submit">
              {reason.trim() === '' ? 'Dismiss without a reason' : 'Dismiss'}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
