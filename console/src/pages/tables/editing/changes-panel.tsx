import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { countOf } from '../../../text/numbers.ts'
import type { Column } from '../values/column.ts'
import { showValue } from '../values/show-value.ts'
import { byRecord, type CellEdit, type EditStatus } from './edits.ts'
import type { RecordEditing } from './use-edits.ts'

interface ChangesPanelProps {
  editing: RecordEditing
  columns: readonly Column[]
  titleOf: (recordId: string) => string
}

const OUTCOMES: Readonly<Record<EditStatus, { label: string; color: string }>> = {
  draft: { label: 'Not written yet', color: 'yellow' },
  writing: { label: 'Being written', color: 'blue' },
  saved: { label: 'Saved', color: 'green' },
  refused: { label: 'Refused', color: 'red' },
  unknown: { label: 'Not known whether it was saved', color: 'red' },
}
/** Outcomes that are listed one by one; the others are counted. */
const MAX_LISTED = 50

/** What was entered and is not at the vendor, and what became of it, record by record. Nothing if all is well. */
export function ChangesPanel({ editing, columns, titleOf }: ChangesPanelProps) {
  const records = [...byRecord(editing.edits)]
  const open = records.filter(([, cells]) => cells.some(({ status }) => status !== 'saved'))
  // A single change says how it went in its cell.
  if (open.length === 0 && records.length < 2) return null
  const all = [...editing.edits.values()]
  const count = (...statuses: EditStatus[]) => all.filter(({ status }) => statuses.includes(status)).length
  const unwritten = all.filter(({ status }) => status !== 'saved' && status !== 'writing')
  const facts = [
    ...(count('draft') ? [`${countOf(count('draft'), 'change')} not written yet`] : []),
    ...(count('writing') ? [`${count('writing')} being written`] : []),
    ...(count('saved') ? [`${count('saved')} saved`] : []),
    ...(count('refused') ? [`${count('refused')} refused`] : []),
    ...(count('unknown') ? [`${count('unknown')} with an unknown outcome`] : []),
  ]
  return (
    <Paper withBorder p="sm" component="section" aria-label="Changes">
      <Group justify="space-between">
        <Text size="sm" fw={600} role="status">
          {facts.join(', ')}
        </Text>
        <Group gap="xs">
          {unwritten.length > 0 && (
            <Button size="xs" variant="default" onClick={() => editing.discard(unwritten)}>
              Discard
            </Button>
          )}
          {unwritten.some(({ problem }) => problem === undefined) && (
            <Button size="xs" onClick={() => void editing.write()} loading={count('writing') > 0}>
              {count('draft') > 0 ? 'Write to the application' : 'Write again'}
            </Button>
          )}
          {unwritten.length === 0 && count('writing') === 0 && (
            <Button size="xs" variant="default" onClick={() => editing.discard(all)}>
              Close
            </Button>
          )}
        </Group>
      </Group>
      <Stack gap={6} mt="xs" component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {records.slice(0, MAX_LISTED).map(([recordId, cells]) => (
          <RecordOutcome key={recordId} {...{ recordId, cells, columns, editing }} title={titleOf(recordId)} />
        ))}
      </Stack>
      {records.length > MAX_LISTED && (
        <Text size="xs" c="dimmed" mt="xs">
          and {countOf(records.length - MAX_LISTED, 'more record')}
        </Text>
      )}
    </Paper>
  )
}

interface RecordOutcomeProps {
  recordId: string
  title: string
  cells: readonly CellEdit[]
  columns: readonly Column[]
  editing: RecordEditing
}

function RecordOutcome({ recordId, title, cells, columns, editing }: RecordOutcomeProps) {
  const [worst] = cells.toSorted((left, right) => RANK.indexOf(left.status) - RANK.indexOf(right.status))
  if (!worst) return null
  const { label, color } = OUTCOMES[worst.status]
  const values = cells.map(({ field, value }) => {
    const column = columns.find(({ name }) => name === field)
    return `${column?.label ?? field}: ${(column ? showValue(column, value) : value) || 'empty'}`
  })
  const messages = [...new Set(cells.flatMap(({ message }) => message ?? []))]
  const isOpen = worst.status === 'refused' || worst.status === 'unknown'
  return (
    <li>
      <Group gap="xs" justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Group gap="xs">
            <Badge color={color} variant="light" size="sm" tt="none">
              {label}
            </Badge>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <b>{title}</b> · {values.join(' · ')}
            </Text>
          </Group>
          {messages.map((message) => (
            <Text key={message} size="xs" c="red" mt={2} style={{ overflowWrap: 'anywhere' }}>
              {message}
            </Text>
          ))}
        </div>
        {isOpen && (
          <Group gap={4}>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => editing.discard(cells)}
              aria-label={`Discard the changes of ${title}`}
            >
              Discard
            </Button>
            {cells.some(({ problem }) => problem === undefined) && (
              <Button
                size="compact-xs"
                variant="light"
                onClick={() => void editing.write([recordId])}
                aria-label={`Write ${title} again`}
              >
                Write again
              </Button>
            )}
          </Group>
        )}
      </Group>
    </li>
  )
}

const RANK: readonly EditStatus[] = ['unknown', 'refused', 'draft', 'writing', 'saved']
