import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { isBlank, toBodyDocument } from '../../../collaboration/comments/body.ts'
import { SendMessageDocument } from '../../../documents.ts'
import { useGraphMutation } from '../../../graph/use-graph.ts'
import { MutationError } from '../../../ui/mutation-error.tsx'

/** A field to write a message in a thread. What was written stays until it was sent. */
export function MessageComposer({ threadId }: { threadId: string }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  /** The same message is sent again after a failure, so that it arrives once. */
  const id = useRef(crypto.randomUUID())
  const { mutate, isPending, error } = useGraphMutation(SendMessageDocument, { topics: [`block:${threadId}`] })
  const send = () => {
    if (isBlank(text) || isPending) return
    mutate(
      { input: { _id: id.current, threadId, bodyDocument: toBodyDocument(text) } },
      {
        onSuccess: () => {
          id.current = crypto.randomUUID()
          setText('')
          field.current?.focus()
        },
      },
    )
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="xs">
        <Textarea
          ref={field}
          label="New message"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
          autosize
          minRows={2}
          maxRows={12}
        />
        <MutationError error={error} />
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            Ctrl + Enter sends it
          </Text>
          <Button type="submit" loading={isPending} disabled={isBlank(text)}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
