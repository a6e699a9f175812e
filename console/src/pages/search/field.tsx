import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface SearchFieldProps {
  words: string
  /** Called when one stops typing. */
  onSearch: (words: string) => void
  /** Moves to the first result. */
  onArrowDown: () => void
  isSearching: boolean
  field: RefObject<HTMLInputElement | null>
}

/** A pause after which one is taken to have stopped typing (ms). */
const DEBOUNCE_MS = 150

/** Where the words are typed. Enter searches at once, Escape clears it, the arrow keys go on to the results. */
export function SearchField({ words, onSearch, onArrowDown, isSearching, field }: SearchFieldProps) {
  const [text, setText] = useState(words)
  const sent = useRef(words)
  // A filter may be chosen during the pause; the search must not take it back.
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address changes by other means too, such as the browser's Back.
  useLayoutEffect(() => {
    if (words === sent.current) return
    sent.current = words
    clearTimeout(timer.current)
    setText(words)
  }, [words])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (value: string) => {
    clearTimeout(timer.current)
    if (value === sent.current) return
    sent.current = value
    latest.current(value)
  }
  const type = (value: string) => {
    setText(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(value), DEBOUNCE_MS)
  }
  const clear = () => {
    setText('')
    search('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') search(text)
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      search(text)
      onArrowDown()
    }
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      clear()
    }
  }
  return (
    <TextInput
      ref={field}
      type="search"
      data-page-search
      size="md"
      aria-label="Search"
      placeholder="Words in titles and texts"
      maxLength={1_000}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={isSearching ? <Loader size={16} aria-label="Searching" /> : <IconSearch size={18} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        ) : (
          <CloseButton aria-label="Clear the search" onClick={clear} />
        )
      }
    />
  )
}
