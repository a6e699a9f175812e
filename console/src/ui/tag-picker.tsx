import { Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { TagType } from '../../../platform/client/index.ts'
import { CreateTagDocument, FindRecentTagsDocument, FindTagsDocument, type PickedTagFragment } from '../documents.ts'
import { describeError } from '../graph/errors.ts'
import { useGraphMutation, useGraphQuery } from '../graph/use-graph.ts'
import { mentions } from '../text/highlight.ts'
import { COMPANY_SUBTYPE } from '../text/kinds.ts'
import { identityOf, isCompany, nameOfKind } from '../text/tags.ts'
import { TagAvatar } from './tag-avatar.tsx'
import { keyOfOption, type PickerOption, pickerOptions } from './tag-picker-options.ts'

export type PickedTag = PickedTagFragment

interface TagPickerProps {
  /** The name of the field, for screen readers too. */
  label: string
  onPick: (tag: PickedTag) => unknown
  /** Takes an address that no tag has; without it, only tags can be picked. */
  onPickEmail?: (email: string) => unknown
  /** Offers to create a topic with the name that was typed. */
  allowCreate?: boolean
  /** Default: people, companies, topics and everything else. */
  tagTypes?: readonly TagType[]
  /** Only companies. */
  companiesOnly?: boolean
  /** Ids that are not offered, because they were picked already. */
  exclude?: readonly string[]
  description?: string
  placeholder?: string
  isLabelHidden?: boolean
  autoFocus?: boolean
  disabled?: boolean
  error?: string
  /** Inside a popover, which closes as soon as the pointer is pressed on something that is not a part of it. */
  inPopover?: boolean
}

/** Long enough that a fast typist sends one request per word, short enough to feel immediate (ms). */
const DEBOUNCE_MS = 120
const MAX_OPTIONS = 8

/**
 * Finds people, companies and other tags as one types; before that, it offers those used last. Arrow keys and Enter
 * choose, Escape closes the list. What was picked is not shown here: the caller shows it, for example as `TagChip`s.
 */
export function TagPicker(props: TagPickerProps) {
  const { label, onPick, onPickEmail, allowCreate = false, tagTypes, companiesOnly = false, exclude = [] } = props
  const {
    description,
    placeholder = 'Name or address',
    isLabelHidden = false,
    autoFocus,
    disabled,
    error,
    inPopover = false,
  } = props
  const [text, setText] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { found, isComplete, isLoading, failure } = useFoundTags(text, {
    tagTypes,
    companiesOnly,
    isOpen: combobox.dropdownOpened,
  })
  const creation = useGraphMutation(CreateTagDocument)
  const options = pickerOptions({
    text,
    found,
    exclude,
    allowEmail: onPickEmail !== undefined,
    allowCreate: allowCreate && isComplete,
  })
  const { shown, hold } = useHeldOptions(options)

  const pick = async (option: PickerOption | undefined) => {
    if (!option) return
    if (option.kind === 'email') onPickEmail?.(option.email)
    if (option.kind === 'tag') onPick(option.tag)
    if (option.kind === 'create') {
      const created = await creation.mutateAsync({ input: { alias: option.name, tagType: 'topic' } }).catch(() => null)
      if (!created?.upsertOneTag) return
      onPick(created.upsertOneTag)
    }
    setText('')
    combobox.closeDropdown()
  }
  const problem = creation.error ?? failure
  return (
    <Combobox
      store={combobox}
      withinPortal={!inPopover}
      onOptionSubmit={(key) => void pick(shown.find((option) => keyOfOption(option) === key))}
    >
      <Combobox.Target>
        <TextInput
          {...(isLabelHidden ? { 'aria-label': label } : { label })}
          description={description}
          placeholder={placeholder}
          value={text}
          autoFocus={autoFocus}
          disabled={disabled}
          error={error ?? (problem ? describeError(problem).detail : undefined)}
          autoComplete="off"
          rightSection={isLoading || creation.isPending ? <Loader size="xs" aria-label="Searching" /> : null}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && combobox.dropdownOpened && combobox.getSelectedOptionIndex() < 0) {
              event.preventDefault()
              void pick(shown[0])
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={label} onPointerDown={hold}>
          {shown.map((option) => (
            <Combobox.Option key={keyOfOption(option)} value={keyOfOption(option)}>
              <OptionLine option={option} />
            </Combobox.Option>
          ))}
          {shown.length === 0 && (
            <Combobox.Empty>{isLoading ? 'Searching …' : emptyText(text, onPickEmail !== undefined)}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/**
 * The options that are shown. While the pointer is pressed on them, they stay as they are: an option that vanished under it would
 * not be told of the click.
 */
function useHeldOptions(options: readonly PickerOption[]) {
  const [held, setHeld] = useState<readonly PickerOption[]>()
  useEffect(() => {
    if (!held) return
    // The click follows the release.
    const release = () => setTimeout(() => setHeld(undefined))
    for (const type of RELEASES) window.addEventListener(type, release)
    return () => {
      for (const type of RELEASES) window.removeEventListener(type, release)
    }
  }, [held])
  return { shown: held ?? options, hold: () => setHeld(options) }
}

const RELEASES = ['pointerup', 'pointercancel'] as const

function emptyText(text: string, allowsEmail: boolean): string {
  if (text.trim() === '') return 'Type a name or an address.'
  return allowsEmail ? 'Nobody has this name. Type an e-mail address to invite somebody.' : 'Nothing has this name.'
}

function OptionLine({ option }: { option: PickerOption }) {
  if (option.kind === 'tag') {
    const { tag } = option
    return (
      <Group gap="xs" wrap="nowrap">
        <TagAvatar tag={tag} size={26} />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" truncate="end">
            {tag.alias}
          </Text>
          <Text size="xs" c="dimmed" truncate="end">
            {identityOf(tag) || nameOfKind(tag)}
          </Text>
        </div>
      </Group>
    )
  }
  const Icon = option.kind === 'email' ? IconMail : IconPlus
  return (
    <Group gap="xs" wrap="nowrap">
      <Icon size={18} aria-hidden />
      <Text size="sm" truncate="end">
        {option.kind === 'email' ? `Use the address ${option.email}` : `Create the topic “${option.name}”`}
      </Text>
    </Group>
  )
}

interface Scope {
  tagTypes: readonly TagType[] | undefined
  companiesOnly: boolean
  isOpen: boolean
}

/**
 * Tags by the text that was typed; without text, those used last. Until a search has its result, what is already there
 * and has the words is offered, so that nothing vanishes under the pointer and Enter takes nothing that was not meant.
 */
function useFoundTags(text: string, { tagTypes, companiesOnly, isOpen }: Scope) {
  const [searchString] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const isSearching = searchString !== ''
  const input = {
    searchString,
    size: MAX_OPTIONS,
    ...(tagTypes ? { tagTypes: [...tagTypes] } : {}),
    ...(companiesOnly ? { tagSubType: COMPANY_SUBTYPE } : {}),
  }
  const search = useGraphQuery(
    FindTagsDocument,
    { input },
    { topics: ['tag'], enabled: isOpen && isSearching, showPrevious: true },
  )
  const recent = useGraphQuery(FindRecentTagsDocument, {}, { topics: ['tag'], enabled: isOpen && !isSearching })
  const isOffered = (tag: PickedTag) =>
    companiesOnly ? isCompany(tag) : !tagTypes || tagTypes.some((type) => type === tag.tagType)
  const isBehind = text.trim() !== searchString
  const usedLast = recent.data?.recentTags?.filter(isOffered) ?? []
  const found = (isSearching && search.data?.searchTags) || usedLast
  const isComplete = !isBehind && (!isSearching || (search.data !== undefined && !search.isPlaceholderData))
  const offered = isComplete ? found : found.filter((tag) => mentions(`${tag.alias} ${identityOf(tag)}`, text))
  return {
    found: offered.slice(0, MAX_OPTIONS),
    isComplete,
    isLoading: isBehind || (isSearching ? search.isFetching : recent.isLoading),
    failure: isSearching ? search.error : recent.error,
  }
}
