import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconChartBar, IconFilterOff, IconFolderPlus } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useOwnTagId } from '../../graph/own-tag.ts'
import { usePaletteActions } from '../../shell/palette-actions.ts'
import { useUser } from '../../sign-in/session-context.tsx'
import { lazyPart } from '../../ui/load-part.ts'
import { Page } from '../../ui/page.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { chipsOf, describeSearch } from './chips.ts'
import { isEverything, NO_CRITERIA, type SearchCriteria } from './criteria.ts'
import { SearchField } from './field.tsx'
import { Filters, Order } from './filters.tsx'
import { NoMatch } from './no-match.tsx'
import classes from './page.module.css'
import { recentSearches } from './recent.ts'
import { Related } from './related.tsx'
import { ResultCount, Results } from './results.tsx'
import { SaveSearch } from './save-search.tsx'
import { Suggestions } from './suggestions.tsx'
import { useCriteria } from './use-criteria.ts'
import { useNames } from './use-names.ts'
import { useFoundBlocks, useSummary } from './use-results.ts'

/** Loaded when it is shown for the first time. */
const OverTime = lazyPart(() => import('./over-time.tsx'))

/** Finds everything that one may see, by words and filters. The address says what is searched for. */
export default function SearchPage() {
  const { criteria, query, setCriteria, change } = useCriteria()
  const owner = useUser()?.profile.sub
  const names = useNames(criteria)
  const found = useFoundBlocks(criteria)
  const summary = useSummary(criteria)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isSaving, setSaving] = useState(false)
  const chips = chipsOf(criteria, names)
  const isEmpty = isEverything(criteria)
  const ownTagId = useOwnTagId()
  const related = summary.related.filter(({ _id }) => _id !== ownTagId && !criteria.tagIds.includes(_id))

  const remember = () => recentSearches.remember(owner, { query, label: describeSearch(criteria, names) })
  useWhenLeft(remember)
  const update = (changed: SearchCriteria) => {
    remember()
    setCriteria(changed)
  }
  // After the frame around the page has moved the focus to its content.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document
      const isElsewhere = activeElement !== document.body && activeElement?.id !== 'content'
      if (!isElsewhere && field.current?.value === '') field.current.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  const clear = () => {
    update({ ...criteria, words: '' })
    field.current?.focus()
  }
  usePaletteActions([
    ...(chips.length > 0
      ? [
          {
            id: 'search-remove-filters',
            label: 'Remove all filters',
            icon: IconFilterOff,
            run: () => update({ ...NO_CRITERIA, words: criteria.words }),
          },
        ]
      : []),
    ...(isEmpty
      ? []
      : [{ id: 'search-save', label: 'Save the search as folder', icon: IconFolderPlus, run: () => setSaving(true) }]),
  ])
  return (
    <Page title="Search">
      <Stack gap="sm">
        <SearchField
          field={field}
          words={criteria.words}
          isSearching={found.isPlaceholderData}
          onSearch={(words) => {
            if (words === '') remember()
            change({ words }, { replace: true })
          }}
          onArrowDown={() => list.current?.querySelector<HTMLElement>('a[href]')?.focus()}
        />
        <Filters criteria={criteria} change={change} />
        <ActiveFilters
          chips={chips}
          onRemove={({ without }) => update(without)}
          onRemoveAll={() => update({ ...NO_CRITERIA, words: criteria.words })}
        />
      </Stack>
      {isEmpty && <Suggestions recent={recentSearches.of(owner)} />}
      <Group justify="space-between" mih={30}>
        <ResultCount count={summary.count} isEverything={isEmpty} />
        <Group gap="xs">
          <Button
            variant={criteria.chart ? 'light' : 'default'}
            size="xs"
            aria-pressed={criteria.chart}
            leftSection={<IconChartBar size={14} aria-hidden />}
            onClick={() => change({ chart: !criteria.chart })}
          >
            Over time
          </Button>
          <Order criteria={criteria} change={change} />
          {!isEmpty && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFolderPlus size={14} aria-hidden />}
              onClick={() => setSaving(true)}
            >
              Save as folder
            </Button>
          )}
        </Group>
      </Group>
      {criteria.chart && (
        <Suspense fallback={<Skeleton height={190} />}>
          <OverTime criteria={criteria} onNarrow={(days) => change({ ...days, period: undefined })} />
        </Suspense>
      )}
      {found.blocks?.length === 0 && !found.isPlaceholderData ? (
        <NoMatch criteria={criteria} names={names} onChange={update} />
      ) : (
        <div className={classes.columns}>
          <Results
            found={found}
            words={criteria.words}
            applications={names.applications}
            list={list}
            onLeave={() => field.current?.focus()}
            onEscape={clear}
          />
          <div className={classes.aside}>
            <Related tags={related} onAdd={(id) => change({ tagIds: [...criteria.tagIds, id] })} />
          </div>
        </div>
      )}
      <SaveSearch
        opened={isSaving}
        onClose={() => setSaving(false)}
        criteria={criteria}
        names={names}
        related={related}
      />
    </Page>
  )
}

/** Calls the latest function when the page is left. */
function useWhenLeft(action: () => void): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => () => latest.current(), [])
}
