import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconFocus2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { KindSign } from '../../graph-picture/legend.tsx'
import type { Picture } from '../../graph-picture/model.ts'
import classes from './panel.module.css'
import { findNodes } from './rows.ts'

const MAX_OPTIONS = 8

/** Finds a node by its name and goes to it. */
export function FindNode({ picture, onFind }: { picture: Picture; onFind: (id: string) => void }) {
  const [text, setText] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = findNodes(picture, text, MAX_OPTIONS)
  // Enter goes to the first one, once the options of this text are there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the combobox is a new object each time
  useEffect(() => {
    combobox.selectFirstOption()
  }, [text])
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        setText('')
        combobox.closeDropdown()
        onFind(id)
      }}
    >
      <Combobox.Target>
        <TextInput
          size="xs"
          aria-label="Find in the picture"
          placeholder="Find in the picture"
          leftSection={<IconFocus2 size={14} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === ''}>
        <Combobox.Options aria-label="Found in the picture">
          {found.map(({ id, label, kind }) => (
            <Combobox.Option key={id} value={id}>
              <span className={classes.name}>
                <KindSign kind={kind} /> {label}
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>Nothing here has this name.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
