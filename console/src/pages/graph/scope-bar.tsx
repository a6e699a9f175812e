import { Anchor, Button, Checkbox, Group, Pill, Popover, SimpleGrid, TextInput } from '@mantine/core'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { BlockType } from '../../../../platform/client/index.ts'
import { FolderFilter } from '../../folders/filter.tsx'
import { describePeriod } from '../../graph-picture/describe.ts'
import { startOfDay } from '../../text/days.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { TagPicker } from '../../ui/tag-picker.tsx'
import type { ScopeNames } from './export.ts'
import { type GraphScope, NO_SCOPE, narrow, toSearchPath } from './scope.ts'

interface ScopeBarProps {
  scope: GraphScope
  names: ScopeNames
  onChange: (scope: Partial<GraphScope>) => void
}

const KINDS = Object.entries(BLOCK_KINDS) as [BlockType, (typeof BLOCK_KINDS)[BlockType]][]

/** What the picture is made from: fields that narrow it, and chips that widen it again. */
export function ScopeBar({ scope, names, onChange }: ScopeBarProps) {
  const { kinds, tagIds, folderIds } = scope
  return (
    <>
      <Group gap="xs" align="flex-end" role="search" aria-label="What the picture is made from">
        <Words value={scope.words} onChange={(words) => onChange({ words })} />
        <TagPicker
          label="Only with a person, company or topic"
          isLabelHidden
          placeholder="Only with …"
          exclude={tagIds}
          onPick={({ _id }) => onChange(narrow(scope, [_id]))}
        />
        <KindMenu value={kinds} onChange={(value) => onChange({ kinds: value })} />
        <FolderFilter value={folderIds} onChange={(value) => onChange({ folderIds: value })} />
        <Anchor component={Link} to={toSearchPath(scope)} size="sm">
          Search the same
        </Anchor>
      </Group>
      <Chips scope={scope} names={names} onChange={onChange} />
    </>
  )
}

/** Applied with Enter or when the field is left, because each change computes the whole picture. */
function Words({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const apply = () => {
    if (text.trim() !== value) onChange(text.trim())
  }
  return (
    <TextInput
      aria-label="Words in the items"
      placeholder="Words in the items"
      size="xs"
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
}

function KindMenu({
  value,
  onChange,
}: {
  value: readonly BlockType[]
  onChange: (kinds: readonly BlockType[]) => void
}) {
  const toggle = (kind: BlockType) =>
    onChange(value.includes(kind) ? value.filter((entry) => entry !== kind) : [...value, kind])
  return (
    <Popover position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={value.length > 0 ? 'light' : 'default'}
          size="xs"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {value.length > 0 ? `Kinds (${value.length})` : 'Kinds'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Kinds of items">
        <SimpleGrid cols={2} spacing="xs" role="group" aria-label="Kinds of items">
          {KINDS.map(([kind, { plural }]) => (
            <Checkbox
              key={kind}
              size="xs"
              label={plural}
              checked={value.includes(kind)}
              onChange={() => toggle(kind)}
            />
          ))}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  )
}

function Chips({ scope, names, onChange }: ScopeBarProps) {
  const { words, kinds, tagIds, folderIds, from, to } = scope
  const without = <Value,>(list: readonly Value[], value: Value) => list.filter((entry) => entry !== value)
  const chips = [
    ...tagIds.map((id) => ({ key: id, label: names.get(id) ?? '…', remove: { tagIds: without(tagIds, id) } })),
    ...kinds.map((kind) => ({ key: kind, label: BLOCK_KINDS[kind].plural, remove: { kinds: without(kinds, kind) } })),
    ...folderIds.map((id) => ({
      key: id,
      label: `in ${names.get(id) ?? '…'}`,
      remove: { folderIds: without(folderIds, id) },
    })),
    ...(words === '' ? [] : [{ key: 'words', label: `“${words}”`, remove: { words: '' } }]),
    ...(from || to ? [{ key: 'days', label: describeDays(from, to), remove: { from: undefined, to: undefined } }] : []),
  ]
  if (chips.length === 0) return null
  return (
    <Group gap={6} role="group" aria-label="The picture is narrowed to">
      {chips.map(({ key, label, remove }) => (
        <Pill
          key={key}
          withRemoveButton
          onRemove={() => onChange(remove)}
          removeButtonProps={{ 'aria-label': `Remove ${label}`, 'aria-hidden': false, tabIndex: 0 }}
        >
          {label}
        </Pill>
      ))}
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => onChange({ ...NO_SCOPE, from: undefined, to: undefined })}
      >
        Show everything
      </Button>
    </Group>
  )
}

function describeDays(from: string | undefined, to: string | undefined): string {
  if (from && to) return describePeriod(startOfDay(from), startOfDay(to))
  return from ? `since ${from}` : `until ${to}`
}
