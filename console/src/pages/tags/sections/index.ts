import type { ComponentType } from 'react'
import type { TabName } from '../page/tabs.ts'
import { FieldsSection } from './fields.tsx'
import { NewsSection } from './news.tsx'
import { NotesSection } from './notes.tsx'
import { PeopleSection } from './people.tsx'
import type { SectionProps } from './props.ts'
import { RelatedSection } from './related.tsx'
import { TasksSection } from './tasks.tsx'
import { TimeLineSection } from './time-line.tsx'

/** What each tab shows. */
export const SECTIONS: Readonly<Record<TabName, ComponentType<SectionProps>>> = {
  'time-line': TimeLineSection,
  people: PeopleSection,
  tasks: TasksSection,
  notes: NotesSection,
  fields: FieldsSection,
  related: RelatedSection,
  news: NewsSection,
}
