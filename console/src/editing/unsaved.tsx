import { Button, Group, Stack, Text } from '@mantine/core'
import { describeError } from '../graph/errors.ts'
import { notify, notifyFailure } from '../ui/notify.ts'

export interface Unsaved {
  /** What was left, such as "a note". */
  of: string
  /** Why it was not saved. */
  reason: string
  /** What was written. */
  text: string
  /** Opens it again, where it can be saved. */
  open?: (() => unknown) | undefined
}

/** Says that what was written on a page that is not shown any more was not saved, and offers its text. */
export function notifyUnsaved({ of, reason, text, open }: Unsaved): void {
  const copy = () => navigator.clipboard.writeText(text).catch(notifyFailure)
  const message = notify({
    autoClose: false,
    color: 'red',
    title: `Your last changes of ${of} were not saved`,
    message: (
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{reason}</Text>
        <Group gap="xs">
          {open && (
            <Button
              size="compact-sm"
              variant="filled"
              onClick={() => {
                message.hide()
                open()
              }}
            >
              Open it
            </Button>
          )}
          <Button size="compact-sm" variant="light" onClick={() => void copy()}>
            Copy the text
          </Button>
        </Group>
      </Stack>
    ),
  })
}

/** Why the platform did not save something, in a sentence. */
export function reasonOf(error: unknown): string {
  const { kind, title, detail } = describeError(error)
  if (kind === 'forbidden' || kind === 'missing') {
    return 'You may not change it any more. Copy what it said for you before you close this.'
  }
  if (kind === 'signed-out') return 'Your session has ended. Sign in again, then open it: what you wrote is saved then.'
  return `${title}. ${detail}`
}
