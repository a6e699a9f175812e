import { ActionIcon, Popover, SimpleGrid } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMoodPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { EMOJIS } from './emoji.ts'

const COLUMNS = 8

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
  Home: -EMOJIS.length,
  End: EMOJIS.length,
}

interface ReactionPickerProps {
  onPick: (shortcode: string) => unknown
  isCompact?: boolean
}

/** A button that offers emojis; the arrow keys move between them. */
export function ReactionPicker({ onPick, isCompact = false }: ReactionPickerProps) {
  const [isOpen, popover] = useDisclosure(false)
  const grid = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (step === undefined || index < 0) return
    event.preventDefault()
    buttons[Math.max(0, Math.min(buttons.length - 1, index + step))]?.focus()
  }
  return (
    <Popover opened={isOpen} onChange={popover.set} trapFocus returnFocus withRoles position="bottom-start" shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="default"
          radius="xl"
          size={isCompact ? 22 : 26}
          aria-label="Add a reaction"
          onClick={popover.toggle}
        >
          <IconMoodPlus size={isCompact ? 14 : 16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label="Reactions">
        <SimpleGrid ref={grid} cols={COLUMNS} spacing={2} verticalSpacing={2} onKeyDown={move}>
          {EMOJIS.map(({ shortcode, character, name }, index) => (
            <ActionIcon
              key={shortcode}
              variant="subtle"
              color="gray"
              size={30}
              aria-label={name}
              title={name}
              data-autofocus={index === 0 || undefined}
              onClick={() => {
                onPick(shortcode)
                popover.close()
              }}
            >
              <span aria-hidden>{character}</span>
            </ActionIcon>
          ))}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  )
}
