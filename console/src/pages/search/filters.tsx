import { Chip, Group, Select, Stack } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconApps,
  IconCalendar,
  IconCategory,
  IconCheckbox,
  IconUsers,
} from '@tabler/icons-react'
import { FolderFilter } from '../../folders/filter.tsx'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { TagPicker } from '../../ui/tag-picker.tsx'
import { capitalize, FLAG_LABELS, PERIOD_LABELS, SORT_LABELS, STATUS_LABELS } from './chips.ts'
import { FLAGS, PERIODS, type Period, type SearchCriteria, SORTS, STATUSES } from './criteria.ts'
import { Choices, DayField, FilterMenu, TagMode } from './menus.tsx'
import classes from './page.module.css'
import { useApplications } from './use-names.ts'

interface FiltersProps {
  criteria: SearchCriteria
  change: (part: Partial<SearchCriteria>) => void
}

const KINDS = Object.entries(BLOCK_KINDS).map(([value, { plural }]) => ({
  value: value as keyof typeof BLOCK_KINDS,
  label: capitalize(plural),
}))

/** Everything that a search can be restricted by. */
export function Filters({ criteria, change }: FiltersProps) {
  const { kinds, statuses, flags } = criteria
  return (
    <Group gap="xs" role="group" aria-label="Filters" className={classes.filters}>
      <FilterMenu label="Kind" icon={IconCategory} count={kinds.length}>
        <Choices label="Kind" options={KINDS} value={kinds} onChange={(value) => change({ kinds: value })} />
      </FilterMenu>
      <TagMenu criteria={criteria} change={change} />
      <DateMenu criteria={criteria} change={change} />
      <FilterMenu label="Status" icon={IconCheckbox} count={statuses.length} width={200}>
        <Choices
          label="Status"
          options={STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
          value={statuses}
          onChange={(value) => change({ statuses: value })}
        />
      </FilterMenu>
      <ApplicationMenu criteria={criteria} change={change} />
      <FolderFilter value={criteria.folderIds} onChange={(folderIds) => change({ folderIds })} />
      <FilterMenu label="More" icon={IconAdjustmentsHorizontal} count={flags.length}>
        <Choices
          label="More filters"
          options={FLAGS.map((value) => ({ value, label: FLAG_LABELS[value] }))}
          value={flags}
          onChange={(value) => change({ flags: value })}
        />
      </FilterMenu>
    </Group>
  )
}

function TagMenu({ criteria: { tagIds, anyTag }, change }: FiltersProps) {
  return (
    <FilterMenu label="People and topics" icon={IconUsers} count={tagIds.length} width={280}>
      <Stack gap="xs">
        <TagPicker
          label="Add a person, company or topic"
          exclude={tagIds}
          inPopover
          onPick={({ _id }) => change({ tagIds: [...tagIds, _id] })}
        />
        {tagIds.length > 1 && <TagMode anyTag={anyTag} onChange={(value) => change({ anyTag: value })} />}
      </Stack>
    </FilterMenu>
  )
}

function DateMenu({ criteria: { period, from, to }, change }: FiltersProps) {
  return (
    <FilterMenu label="Date" icon={IconCalendar} count={period || from || to ? 1 : 0} width={300}>
      <Stack gap="sm">
        <Chip.Group
          value={period ?? ''}
          onChange={(value) => change({ period: value as Period, from: undefined, to: undefined })}
        >
          <Group gap={6}>
            {PERIODS.map((value) => (
              <Chip key={value} value={value} size="xs">
                {PERIOD_LABELS[value]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group grow>
          <DayField label="From" value={from} onChange={(day) => change({ from: day, period: undefined })} />
          <DayField label="Until" value={to} onChange={(day) => change({ to: day, period: undefined })} />
        </Group>
      </Stack>
    </FilterMenu>
  )
}

function ApplicationMenu({ criteria: { applications }, change }: FiltersProps) {
  const offered = useApplications()
  return (
    <FilterMenu label="Application" icon={IconApps} count={applications.length}>
      <Choices
        label="Application"
        options={offered.map(({ name, label }) => ({ value: name, label }))}
        value={applications}
        onChange={(value) => change({ applications: value })}
      />
    </FilterMenu>
  )
}

/** The order of the results. */
export function Order({ criteria: { words, sort }, change }: FiltersProps) {
  const best = words.trim() === '' ? [] : [{ value: 'best', label: 'Best match' }]
  return (
    <Select
      size="xs"
      w={140}
      aria-label="Order"
      allowDeselect={false}
      data={[...best, ...SORTS.map((value) => ({ value: value as string, label: SORT_LABELS[value] }))]}
      value={sort ?? (best.length > 0 ? 'best' : 'changed')}
      onChange={(value) => change({ sort: SORTS.find((name) => name === value) })}
    />
  )
}
