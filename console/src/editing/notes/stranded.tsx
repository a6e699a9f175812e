import { Button, Stack, Text } from '@mantine/core'
import { notify, notifyFailure } from '../../ui/notify.ts'
import type { NoteContent } from './drafts.ts'
import { toText } from './text.ts'

/** Says that what was written in a note that is not shown any more could not be saved, and offers its text. */
export function notifyStranded(content: NoteContent): void {
  const text = [content.title, toText(content.document)].join('\n')
  const copy = () => navigator.clipboard.writeText(text).catch(notifyFailure)
  notify({
    autoClose: false,
    color: 'red',
    title: 'Your last changes of a note were not saved',
    message: (
      <Stack gap="xs" align="flex-start">
        <Text size="sm">You may not change the note any more. Copy what it said for you before you close this.</Text>
        <Button size="compact-sm" variant="light" onClick={() => void copy()}>
          Copy the text
        </Button>
      </Stack>
    ),
  })
}
