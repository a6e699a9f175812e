import { IconAddressBook } from '@tabler/icons-react'
import { ListTagsDocument, type ListTagsQuery } from '../../../documents.ts'
import { useGraphPages } from '../../../graph/use-graph.ts'
import { Empty } from '../../../ui/states.tsx'
import { TagRow } from '../list/row.tsx'
import { BlockList } from './block-list.tsx'
import type { SectionProps } from './props.ts'

const pick = (data: ListTagsQuery) => data.searchTags

/** The people of a company: those with an address of its domain. */
export function PeopleSection({ tag: { emailDomain } }: SectionProps) {
  const query = useGraphPages(
    ListTagsDocument,
    { tagType: 'person' as const, emailDomains: [emailDomain ?? ''], orderByAlias: 'asc' },
    { topics: ['tag'], pick, enabled: emailDomain !== null },
  )
  if (emailDomain === null) {
    return (
      <Empty icon={IconAddressBook} title="This company has no domain">
        Give it one under “Edit”: people with an address of the domain then belong to it.
      </Empty>
    )
  }
  return (
    <BlockList
      query={query}
      label="People"
      empty={{
        icon: IconAddressBook,
        title: 'Nobody yet',
        text: `Everybody with an address of ${emailDomain} appears here.`,
      }}
    >
      {(person) => <TagRow tag={person} kind="people" withCompany={false} highlight="" />}
    </BlockList>
  )
}
