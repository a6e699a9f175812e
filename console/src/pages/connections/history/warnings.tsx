import { Button, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { countOf } from '../../../text/numbers.ts'

interface WarningsProps {
  warnings: readonly string[]
  /** Shows only how many there are until it is clicked. */
  isFolded?: boolean
}

const SHOWN = 2

/** What a run has left out, and why. */
export function Warnings({ warnings, isFolded = false }: WarningsProps) {
  const [isOpen, setOpen] = useState(false)
  if (warnings.length === 0) return null
  const count = countOf(warnings.length, 'warning')
  const shown = isOpen ? warnings : warnings.slice(0, isFolded ? 0 : SHOWN)
  const hasMore = warnings.length > (isFolded ? 0 : SHOWN)
  return (
    <Stack gap={4} align="flex-start" mt={2}>
      {!isFolded && (
        <Text size="sm" fw={600}>
          {count}
        </Text>
      )}
      {shown.length > 0 && (
        <List size="sm" spacing={2} style={{ overflowWrap: 'anywhere' }}>
          {shown.map((warning, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: warnings may repeat, and do not move
            <List.Item key={index}>{warning}</List.Item>
          ))}
        </List>
      )}
      {hasMore && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconAlertTriangle size={12} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : isFolded ? count : `Show all ${warnings.length}`}
        </Button>
      )}
    </Stack>
  )
}
