import { Alert, Anchor, Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { type TablePageQuery, WriteRecordDocument } from '../../../documents.ts'
import { useGraphMutation } from '../../../graph/use-graph.ts'
import { VendorLink } from '../../../ui/links.tsx'
import { MutationError } from '../../../ui/mutation-error.tsx'
import { notifyDone } from '../../../ui/notify.ts'
import type { TargetTable } from '../records/references.ts'
import { FieldInput } from './field-input.tsx'
import { checkRecord, toFormColumns } from './new-record.ts'
import { mayRepeat, needsReconnect, toWriteProblem } from './write-problems.ts'

interface AddRecordProps {
  opened: boolean
  onClose: () => void
  table: NonNullable<TablePageQuery['table']>
  recordType: NonNullable<TablePageQuery['recordTypes']>[number]
  targets: ReadonlyMap<string, TargetTable>
}

/** Adds a record at the vendor. What was entered stays until it is stored there. */
export function AddRecord({ opened, onClose, table, recordType, targets }: AddRecordProps) {
  const [entered, setEntered] = useState<ReadonlyMap<string, string>>(new Map())
  const [isChecked, setChecked] = useState(false)
  const [find, setFind] = useState('')
  const { required, optional } = useMemo(() => toFormColumns(recordType.createFields), [recordType.createFields])
  const writing = useGraphMutation(WriteRecordDocument, { topics: ['blocks:record'], batch: false })
  const columns = [...required, ...optional]
  const { values, problems } = checkRecord(columns, entered)
  const names = values.map(({ name }) => name)
  const refused = writing.error
    ? toWriteProblem(writing.error, writing.variables?.input.values.map((value) => value?.name ?? '') ?? names)
    : undefined
  const shown = optional.filter(
    ({ name, label }) => entered.get(name) || label.toLowerCase().includes(find.trim().toLowerCase()),
  )

  const save = async (repeatUnknown: boolean) => {
    setChecked(true)
    if (problems.size > 0 || values.length === 0) return
    const input = { tableId: table._id, values, ...(repeatUnknown ? { repeatUnknown } : {}) }
    const written = await writing.mutateAsync({ input }).catch(() => undefined)
    if (!written) return
    const { title } = written.upsertOneRecord ?? {}
    notifyDone(`${title || 'The record'} was added.`)
    setEntered(new Map())
    setChecked(false)
    writing.reset()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(false)
  }
  const set = (name: string, value: string) => setEntered((previous) => new Map(previous).set(name, value))
  const inputOf = (column: (typeof columns)[number], index: number) => (
    <FieldInput
      key={column.name}
      column={column}
      value={entered.get(column.name) ?? ''}
      onChange={(value) => set(column.name, value)}
      error={(isChecked ? problems.get(column.name) : undefined) ?? refused?.byField.get(column.name)}
      target={targets.get(column.name)}
      autoFocus={index === 0}
    />
  )

  return (
    <Modal opened={opened} onClose={onClose} title={`Add to ${table.title || 'the table'}`} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          {required.length > 0 && <SimpleGrid cols={{ base: 1, xs: 2 }}>{required.map(inputOf)}</SimpleGrid>}
          {optional.length > 8 && (
            <TextInput
              size="xs"
              label="More fields"
              placeholder="Find a field"
              value={find}
              onChange={(event) => setFind(event.currentTarget.value)}
            />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {shown.map((column, index) => inputOf(column, required.length + index))}
          </SimpleGrid>
          {writing.error && mayRepeat(writing.error) ? (
            <UnknownOutcome
              message={refused?.message ?? ''}
              isRunning={writing.isPending}
              onRepeat={() => void save(true)}
              uri={table.uri}
            />
          ) : (
            <MutationError error={writing.error} />
          )}
          {needsReconnect(writing.error) && table.connectionId && (
            <Anchor component={Link} to={`/connections/${table.connectionId}?reconnect=1`} size="sm">
              Reconnect the account
            </Anchor>
          )}
          {isChecked && values.length === 0 && problems.size === 0 && (
            <Text size="sm" c="red" role="alert">
              Enter at least one value.
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={writing.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface UnknownOutcomeProps {
  message: string
  uri: string | null
  isRunning: boolean
  onRepeat: () => void
}

/** Nobody knows whether the record was added, so it is only added again if the person says so. */
function UnknownOutcome({ message, uri, isRunning, onRepeat }: UnknownOutcomeProps) {
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title="It is not known whether the record was added"
      role="alert"
    >
      <Text size="sm">{message}</Text>
      <Text size="sm" mt={4}>
        Look whether it is there before you add it again; otherwise it may exist twice.
      </Text>
      <Group mt="xs" gap="xs">
        {uri && <VendorLink url={uri}>Look in the application</VendorLink>}
        <Button size="xs" color="orange" loading={isRunning} onClick={onRepeat}>
          Add it again
        </Button>
      </Group>
    </Alert>
  )
}
