import { Kbd, Loader, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { PickedTagFragment } from '../documents.ts'
import { describeError } from '../graph/errors.ts'
import { countOf } from '../text/numbers.ts'
import classes from './palette.module.css'
import { paletteActions, useRegisteredActions } from './palette-actions.ts'
import { type Creation, useCommandEntries, usePageEntries } from './palette-commands.ts'
import { matchEntries, nextEntry, type PaletteEntry, shownGroups } from './palette-entries.ts'
import { PaletteOption } from './palette-option.tsx'
import { usePaletteSearch } from './palette-search.ts'

type Entry = PaletteEntry<PickedTagFragment>

interface PaletteDialogProps {
  opened: boolean
  /** Closes the palette, then does what was chosen, if anything was. */
  onClose: (run?: () => unknown) => void
  create: (creation: Creation) => void
}

/** Every page and action, and everything in the graph, by name. Arrow keys and Enter choose, Escape closes it. */
export default function PaletteDialog({ opened, onClose, create }: PaletteDialogProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={() => onClose()}
      returnFocus={false}
      padding={0}
      size={600}
      yOffset="10vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Command palette">
        <Modal.Body>
          <Content onClose={onClose} create={create} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Content({ onClose, create }: Omit<PaletteDialogProps, 'opened'>) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string>()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  // At once, so that what is typed right after mod+K is not lost.
  useLayoutEffect(() => field.current?.focus(), [])
  const { groups, isLoading, error } = useGroups(text, create)
  const entries = groups.flatMap((group) => group.entries)
  const ids = entries.map(({ id }) => id)
  const selected = chosen !== undefined && ids.includes(chosen) ? chosen : ids[0]
  const optionId = (id: string | undefined) => (id === undefined ? undefined : `${listId}-${ids.indexOf(id)}`)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen(nextEntry(ids, selected, step))
    if (event.key === 'Enter') onClose(entries.find(({ id }) => id === selected)?.run)
    if (step !== undefined || event.key === 'Enter') event.preventDefault()
  }
  return (
    <>
      <TextInput
        ref={field}
        size="lg"
        variant="unstyled"
        data-autofocus
        role="combobox"
        aria-label="Search, go to a page, or do something"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={optionId(selected)}
        aria-autocomplete="list"
        placeholder="Search, go to, or do …"
        maxLength={1_000}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(undefined)
        }}
        onKeyDown={onKeyDown}
        leftSection={isLoading ? <Loader size={16} aria-label="Searching" /> : <IconSearch size={18} aria-hidden />}
        rightSection={<Kbd size="xs">Esc</Kbd>}
        rightSectionWidth={52}
        className={classes.field}
      />
      <div role="listbox" id={listId} aria-label="Pages, actions and results" className={classes.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group.label} role="group" aria-label={group.label}>
            <div className={classes.heading} aria-hidden>
              {group.label}
            </div>
            {group.entries.map((entry) => (
              <PaletteOption
                key={entry.id}
                id={optionId(entry.id)}
                entry={entry}
                text={text}
                isSelected={entry.id === selected}
                onSelect={() => setChosen(entry.id)}
                onChoose={() => onClose(entry.run)}
              />
            ))}
          </div>
        ))}
      </div>
      {error !== undefined && error !== null && (
        <Text size="sm" c="red" px="md" py="xs" role="alert">
          {describeError(error).title}. {describeError(error).detail}
        </Text>
      )}
      <VisuallyHidden role="status">{isLoading ? '' : countOf(entries.length, 'entry', 'entries')}</VisuallyHidden>
    </>
  )
}

/** What matches, in groups: what can be done here first. */
function useGroups(text: string, create: (creation: Creation) => void) {
  const registered = useRegisteredActions()
  const here: Entry[] = registered.map(({ id, label, description, icon, keywords }) => ({
    id: `here:${id}`,
    label,
    description,
    keywords,
    sign: { icon },
    run: () => paletteActions.run(id),
  }))
  const pages = usePageEntries()
  const commands = useCommandEntries(create)
  const { groups, isLoading, error } = usePaletteSearch(text)
  const all = [
    { label: 'On this page', entries: matchEntries(here, text) },
    { label: 'Go to', entries: matchEntries<PickedTagFragment>(pages, text) },
    { label: 'Do', entries: matchEntries<PickedTagFragment>(commands, text) },
    ...groups,
  ]
  return { groups: shownGroups(all), isLoading, error }
}
