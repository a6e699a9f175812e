import { Alert, Button, Checkbox, Group, List, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { PublishTagNotesDocument, type ShownTagFragment, type TagBlocksQuery } from '../../../documents.ts'
import { useGraphMutation } from '../../../graph/use-graph.ts'
import { titleOf } from '../../../text/blocks.ts'
import { countOf } from '../../../text/numbers.ts'
import { MutationError } from '../../../ui/mutation-error.tsx'
import { type SourceConnection, useSources } from '../page/use-sources.ts'
import { systemsOf } from './eligible.ts'
import { isUnknownOutcome, refusalsOf, warningsOf } from './outcomes.ts'

type Note = NonNullable<TagBlocksQuery['searchGraph']>[number]

interface PublishNotesProps {
  tag: ShownTagFragment
  notes: readonly Note[]
}

/** Notes per request that the platform accepts. */
const MAX_NOTES = 50

/** Publishes notes about a tag in a connected system that has records. Nothing if there is none. */
export function PublishNotes({ tag, notes }: PublishNotesProps) {
  const [isOpen, dialog] = useDisclosure(false)
  const { applications, connections } = useSources()
  const systems = systemsOf(applications, connections)
  const first = systems[0]
  if (!first || notes.length === 0) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />} onClick={dialog.open}>
        Publish to {systems.length === 1 ? first.label : 'a connected system'}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Publish notes" size="lg">
        {isOpen && <Publishing tag={tag} notes={notes} systems={systems} first={first} onClose={dialog.close} />}
      </Modal>
    </>
  )
}

interface PublishingProps extends PublishNotesProps {
  systems: readonly SourceConnection[]
  first: SourceConnection
  onClose: () => void
}

function Publishing({ tag, notes, systems, first, onClose }: PublishingProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [connectionId, setConnectionId] = useState(first._id)
  const publishing = useGraphMutation(PublishTagNotesDocument, { topics: ['blocks:note'], batch: false })
  const system = systems.find(({ _id }) => _id === connectionId) ?? first
  const publish = (repeatUnknown = false) =>
    publishing.mutate({ input: { _ids: [...chosen], connectionId, ...(repeatUnknown ? { repeatUnknown } : {}) } })
  const published = publishing.data?.publishNotes
  if (published) {
    const warnings = warningsOf(published)
    return (
      <Stack>
        <Text role="status">
          {countOf(published.length, 'note')} published to {system.label}.
        </Text>
        {warnings.length > 0 && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={`What differs in ${system.label}`}>
            <List size="sm">
              {warnings.map((warning) => (
                <List.Item key={warning}>{warning}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    )
  }
  const refusals = refusalsOf(publishing.error)
  return (
    <Stack>
      <Text size="sm">
        The notes are written to {system.label}, at the records of the people and companies that they are about. Notes
        that were published before are updated.
      </Text>
      {systems.length > 1 && (
        <NativeSelect
          label="Where"
          value={connectionId}
          data={systems.map(({ _id, label, email }) => ({ value: _id, label: email ? `${label} · ${email}` : label }))}
          onChange={(event) => setConnectionId(event.currentTarget.value)}
        />
      )}
      {tag.externalIdLinks.length === 0 && (
        <Text size="sm" c="dimmed">
          {tag.alias} has no record in {system.label} yet. Add one under “In your systems” first, so that the notes
          appear at it.
        </Text>
      )}
      <Checkbox.Group label="Notes" value={[...chosen]} onChange={(ids) => setChosen(ids.slice(0, MAX_NOTES))}>
        <Stack gap={6} mt={6} mah={280} style={{ overflowY: 'auto' }}>
          {notes.map((note) => (
            <Checkbox key={note._id} value={note._id} size="xs" label={titleOf(note)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {refusals.length > 0 && (
        <List size="sm">
          {refusals.map(({ id, reason }) => (
            <List.Item key={id}>
              <Link to={`/blocks/${id}`}>
                {titleOf(notes.find(({ _id }) => _id === id) ?? { _id: id, blockType: 'note' })}
              </Link>
              : {reason}
            </List.Item>
          ))}
        </List>
      )}
      <MutationError error={publishing.error} />
      <Group justify="flex-end">
        {isUnknownOutcome(publishing.error) && (
          <Button variant="default" onClick={() => publish(true)}>
            Publish again anyway
          </Button>
        )}
        <Button disabled={chosen.length === 0} loading={publishing.isPending} onClick={() => publish()}>
          Publish {chosen.length > 0 ? countOf(chosen.length, 'note') : ''}
        </Button>
      </Group>
    </Stack>
  )
}
