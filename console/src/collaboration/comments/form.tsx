import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import type { BlockType } from '../../../../platform/client/index.ts'
import { WriteCommentDocument } from '../../documents.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { isBlank, toBodyDocument } from './body.ts'

/** Writes a comment. What was typed stays until it has arrived. */
export function CommentForm({ block }: { block: { _id: string; blockType: BlockType } }) {
  const [text, setText] = useState('')
  // Of the comment that is being written: sending it twice creates one.
  const id = useRef(crypto.randomUUID())
  const write = useGraphMutation(WriteCommentDocument, { topics: [`block:${block._id}`] })
  const send = async () => {
    if (isBlank(text) || write.isPending) return
    const parentReferenceBlock = { id: block._id, blockType: block.blockType }
    await write.mutateAsync({
      input: { _id: id.current, parentReferenceBlock, bodyDocument: toBodyDocument(text) },
    })
    id.current = crypto.randomUUID()
    setText('')
  }
  return (
    <CommentField
      label="Write a comment"
      action="Comment"
      text={text}
      error={write.error}
      isRunning={write.isPending}
      onChange={setText}
      onSend={() => void send().catch(() => {})}
    />
  )
}

interface CommentFieldProps {
  label: string
  /** The verb on the button. */
  action: string
  text: string
  error: unknown
  isRunning: boolean
  onChange: (text: string) => void
  onSend: () => void
  onCancel?: () => void
}

/** The field of a comment, sent by the button or by Ctrl or ⌘ and Enter. */
export function CommentField(props: CommentFieldProps) {
  const { label, action, text, error, isRunning, onChange, onSend, onCancel } = props
  return (
    <Stack gap={6}>
      <Textarea
        aria-label={label}
        placeholder={label}
        autosize
        minRows={1}
        maxRows={12}
        value={text}
        data-autofocus={onCancel ? true : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            onSend()
          }
          if (event.key === 'Escape' && onCancel) {
            event.stopPropagation()
            onCancel()
          }
        }}
      />
      <MutationError error={error} />
      {(!isBlank(text) || onCancel) && (
        <Group gap="xs" justify="flex-end">
          {onCancel && (
            <Button variant="default" size="compact-sm" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button size="compact-sm" loading={isRunning} disabled={isBlank(text)} onClick={onSend}>
            {action}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
