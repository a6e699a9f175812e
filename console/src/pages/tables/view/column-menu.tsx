import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import type { Column } from '../values/column.ts'
import type { ChangeView } from './use-table-view.ts'

interface ColumnMenuProps {
  columns: readonly Column[]
  visible: readonly Column[]
  /** Whether the columns were chosen, rather than the default ones. */
  isChosen: boolean
  onChange: ChangeView
}

/** Chooses the columns of a table and their order. */
export function ColumnMenu({ columns, visible, isChosen, onChange }: ColumnMenuProps) {
  const [text, setText] = useState('')
  const names = visible.map(({ name }) => name)
  const choose = (chosen: readonly string[]) => chosen.length > 0 && onChange({ columns: chosen })
  const hidden = columns.filter(({ name }) => !names.includes(name))
  const listed = [...visible, ...hidden].filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  const moveBy = (name: string, step: number) => {
    const from = names.indexOf(name)
    choose(names.toSpliced(from, 1).toSpliced(from + step, 0, name))
  }
  return (
    <Popover trapFocus returnFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs" w={{ base: 250, xs: 300 }}>
          <TextInput
            size="xs"
            aria-label="Find a column"
            placeholder="Find a column"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
          <ScrollArea.Autosize mah={320} type="auto">
            <Stack gap={6} pr="sm">
              {listed.map(({ name, label }) => {
                const at = names.indexOf(name)
                return (
                  <Group key={name} justify="space-between" wrap="nowrap" gap="xs" mih={24}>
                    <Checkbox
                      size="xs"
                      label={label}
                      checked={at >= 0}
                      disabled={at >= 0 && names.length === 1}
                      onChange={() => choose(at >= 0 ? names.toSpliced(at, 1) : [...names, name])}
                    />
                    {at >= 0 && text === '' && (
                      <Group gap={2} wrap="nowrap">
                        <MoveButton
                          icon={IconArrowUp}
                          label={`Move ${label} up`}
                          disabled={at === 0}
                          onClick={() => moveBy(name, -1)}
                        />
                        <MoveButton
                          icon={IconArrowDown}
                          label={`Move ${label} down`}
                          disabled={at === names.length - 1}
                          onClick={() => moveBy(name, 1)}
                        />
                      </Group>
                    )}
                  </Group>
                )
              })}
            </Stack>
          </ScrollArea.Autosize>
          <Button variant="subtle" size="xs" disabled={!isChosen} onClick={() => onChange({ columns: undefined })}>
            Show the default columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface MoveButtonProps {
  icon: typeof IconArrowUp
  label: string
  disabled: boolean
  onClick: () => void
}

function MoveButton({ icon: Icon, label, disabled, onClick }: MoveButtonProps) {
  return (
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}
