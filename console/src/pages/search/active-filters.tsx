import { Button, Group, Pill } from '@mantine/core'
import type { FilterChip } from './chips.ts'
import classes from './page.module.css'

interface ActiveFiltersProps {
  chips: readonly FilterChip[]
  onRemove: (chip: FilterChip) => void
  onRemoveAll: () => void
}

/** What the search is restricted by, each with a button that removes it. */
export function ActiveFilters({ chips, onRemove, onRemoveAll }: ActiveFiltersProps) {
  if (chips.length === 0) return null
  return (
    <Group gap={6} component="ul" className={classes.chips} aria-label="Chosen filters">
      {chips.map((chip) => (
        <li key={chip.key}>
          <Pill
            className={classes.chip}
            size="md"
            withRemoveButton
            onRemove={() => onRemove(chip)}
            removeButtonProps={{ 'aria-label': `Remove the filter ${chip.label}`, tabIndex: 0, 'aria-hidden': false }}
          >
            <bdi>{chip.label}</bdi>
          </Pill>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button variant="subtle" size="compact-xs" onClick={onRemoveAll}>
            Remove all
          </Button>
        </li>
      )}
    </Group>
  )
}
