import { Button, Checkbox, Popover, ScrollArea, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconChevronDown, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface FilterMenuProps {
  label: string
  icon: TablerIcon
  /** How many of its filters are chosen. */
  count: number
  width?: number
  children: ReactNode
}

/** A button that opens what a search can be restricted by. Escape closes it. */
export function FilterMenu({ label, icon: Icon, count, width = 240, children }: FilterMenuProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={width} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={count > 0 ? 'light' : 'default'}
          size="xs"
          leftSection={<Icon size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen((open) => !open)}
        >
          {count > 0 ? `${label} (${count})` : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

interface ChoicesProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  onChange: (value: readonly Value[]) => void
}

/** Any number of a few values. */
export function Choices<Value extends string>({ label, options, value, onChange }: ChoicesProps<Value>) {
  const toggle = (option: Value) =>
    onChange(value.includes(option) ? value.filter((entry) => entry !== option) : [...value, option])
  return (
    <ScrollArea.Autosize mah={320}>
      <Stack gap={8} p={4} role="group" aria-label={label}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            size="xs"
            label={option.label}
            checked={value.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  )
}

interface DayFieldProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day of the calendar, chosen by the browser's own means. */
export function DayField({ label, value = '', onChange }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={value}
      max="9999-12-31"
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}

/** Whether all tags are required, or one of them suffices. */
export function TagMode({ anyTag, onChange }: { anyTag: boolean; onChange: (anyTag: boolean) => void }) {
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label="How people and topics combine"
      data={[
        { value: 'all', label: 'All of them' },
        { value: 'any', label: 'Any of them' },
      ]}
      value={anyTag ? 'any' : 'all'}
      onChange={(value) => onChange(value === 'any')}
    />
  )
}
