import { IconPointFilled } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { PickedTagFragment } from '../documents.ts'
import { Highlighted } from '../ui/highlighted.tsx'
import { BlockIcon } from '../ui/kind-icon.tsx'
import { TagAvatar } from '../ui/tag-avatar.tsx'
import classes from './palette.module.css'
import type { EntrySign, PaletteEntry } from './palette-entries.ts'

interface OptionProps {
  id: string | undefined
  entry: PaletteEntry<PickedTagFragment>
  text: string
  isSelected: boolean
  onSelect: () => void
  onChoose: () => void
}

/** An entry in the list of the palette. The field keeps the focus. */
export function PaletteOption({ id, entry, text, isSelected, onSelect, onChoose }: OptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSelected) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
    // biome-ignore lint/a11y/useFocusableInteractive: likewise
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isSelected}
      className={classes.option}
      onMouseMove={isSelected ? undefined : onSelect}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Sign sign={entry.sign} />
      <span className={classes.label}>
        <Highlighted text={entry.label} search={text} />
      </span>
      {entry.description && (
        <span className={classes.description}>
          <bdi>{entry.description}</bdi>
        </span>
      )}
    </div>
  )
}

function Sign({ sign }: { sign: EntrySign<PickedTagFragment> }) {
  if ('tag' in sign) return <TagAvatar tag={sign.tag} size={22} />
  if ('blockType' in sign) return <BlockIcon type={sign.blockType} size={22} aria-hidden />
  const Icon = sign.icon ?? IconPointFilled
  return <Icon size={18} aria-hidden className={classes.icon} />
}
