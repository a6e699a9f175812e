import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { CountFoundDocument } from '../../documents.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { toSearchWords } from '../../text/highlight.ts'
import { countOf } from '../../text/numbers.ts'
import { Empty } from '../../ui/states.tsx'
import { chipsOf, type FilterChip, type FilterNames } from './chips.ts'
import { NO_CRITERIA, type SearchCriteria } from './criteria.ts'
import { toFilters } from './input.ts'

interface NoMatchProps {
  criteria: SearchCriteria
  names: FilterNames
  onChange: (criteria: SearchCriteria) => void
}

/** Beyond this many, which one to drop is not worth asking the platform for. */
const MAX_OFFERS = 8

/** Nothing was found: says which part of the search is in the way, and drops it. */
export function NoMatch({ criteria, names, onChange }: NoMatchProps) {
  const words = criteria.words.trim()
  const chips = chipsOf(criteria, names)
  const offers = chips.length === 0 ? [] : [...chips, ...wordsChip(criteria)].slice(0, MAX_OFFERS)
  return (
    <Empty
      icon={IconSearchOff}
      title="Nothing matches"
      actions={
        <>
          {offers.map((chip) => (
            <Offer key={chip.key} chip={chip} onDrop={() => onChange(chip.without)} />
          ))}
          <Button variant="subtle" onClick={() => onChange(NO_CRITERIA)}>
            Start again
          </Button>
        </>
      }
    >
      {reasonOf(words, chips.length)}
    </Empty>
  )
}

function reasonOf(words: string, filters: number): string {
  if (words !== '' && toSearchWords(words).length === 0) return 'A search needs at least one letter or digit.'
  if (filters > 0) return 'Everything that you have chosen must match at the same time. Drop a part of it:'
  return 'Every word must occur; the last one may be the beginning of a word. Check the spelling, or use fewer words.'
}

function wordsChip(criteria: SearchCriteria): FilterChip[] {
  const words = criteria.words.trim()
  if (words === '') return []
  const shown = words.length > 40 ? `${words.slice(0, 40)}…` : words
  return [{ key: 'words', label: `“${shown}”`, without: { ...criteria, words: '' } }]
}

/** Drops a part of the search, if something is found without it. */
function Offer({ chip, onDrop }: { chip: FilterChip; onDrop: () => void }) {
  const { data } = useGraphQuery(CountFoundDocument, { input: toFilters(chip.without) }, { topics: ['block'] })
  const count = data?.searchGraphCount ?? 0
  if (count === 0) return null
  return (
    <Button variant="light" onClick={onDrop}>
      {`Without ${chip.label}: ${countOf(count, 'result')}`}
    </Button>
  )
}
