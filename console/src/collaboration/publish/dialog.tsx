import { Alert, Button, Group, List, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { PublishNoteDocument, PublishTargetsDocument } from '../../documents.ts'
import { useGraphMutation, useGraphQuery } from '../../graph/use-graph.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { publishTargets, readFailure } from './outcome.ts'

interface PublishDialogProps {
  noteId: string
  opened: boolean
  onClose: () => void
}

/** Publishes a note at a connected application, and says what differs there. */
export function PublishDialog({ noteId, opened, onClose }: PublishDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Publish this note">
      {opened && <Content noteId={noteId} onClose={onClose} />}
    </Modal>
  )
}

function Content({ noteId, onClose }: Omit<PublishDialogProps, 'opened'>) {
  const query = useGraphQuery(PublishTargetsDocument, {}, { topics: ['connections'] })
  return (
    <Loaded query={query}>
      {(data) => {
        const targets = publishTargets(data)
        if (targets.length > 0) return <PublishForm noteId={noteId} targets={targets} onClose={onClose} />
        return (
          <Empty
            title="Nothing is connected that takes notes"
            actions={
              <Button component={Link} to="/welcome">
                Connect an account
              </Button>
            }
          >
            Connect a system with records, such as a CRM. Notes are published to the records of the people and companies
            that they are linked to.
          </Empty>
        )
      }}
    </Loaded>
  )
}

interface PublishFormProps {
  noteId: string
  targets: ReturnType<typeof publishTargets>
  onClose: () => void
}

function PublishForm({ noteId, targets, onClose }: PublishFormProps) {
  const [connectionId, setConnectionId] = useState(targets[0]?._id ?? '')
  const publish = useGraphMutation(PublishNoteDocument, { topics: [`block:${noteId}`], batch: false })
  const label = targets.find(({ _id }) => _id === connectionId)?.label ?? 'the application'
  const failure = readFailure(publish.error)
  const send = (repeatUnknown: boolean) => publish.mutate({ input: { _ids: [noteId], connectionId, repeatUnknown } })
  const warnings = publish.data?.publishNotes?.flatMap(({ publishWarnings }) => publishWarnings)
  if (warnings) {
    return (
      <Stack>
        <Alert color="green" title={`The note is published in ${label}`} role="status">
          {warnings.length > 0
            ? 'It differs there from what you wrote:'
            : 'No difference from what you wrote was reported.'}
          {warnings.length > 0 && <Lines texts={warnings} />}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack>
      <Text size="sm">
        The note is written to the account, with the records of the people and companies that it is linked to.
        Publishing it again updates it there.
      </Text>
      <Radio.Group label="Account" value={connectionId} onChange={setConnectionId}>
        <Stack gap="xs" mt="xs">
          {targets.map(({ _id, label, email }) => (
            <Radio key={_id} value={_id} label={email ? `${label}: ${email}` : label} />
          ))}
        </Stack>
      </Radio.Group>
      {failure.isUnknown ? (
        <Alert color="orange" title={`It is not known whether the note arrived in ${label}`} role="alert">
          The connection failed while it was being written. Look for the note there first. If it is missing, publish it
          again; if it is there, a second one would be created.
          <Lines texts={failure.said} />
        </Alert>
      ) : failure.isUnderWay ? (
        <Alert color="blue" title="The note is still being written" role="status">
          {label} takes longer than expected. Look for the note there in a minute.
        </Alert>
      ) : (
        <>
          <MutationError error={publish.error} />
          <Lines texts={failure.said} />
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={publish.isPending} onClick={() => send(failure.isUnknown)}>
          {failure.isUnknown ? 'Publish it again' : 'Publish'}
        </Button>
      </Group>
    </Stack>
  )
}

function Lines({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <List size="sm" mt="xs">
      {texts.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  )
}
