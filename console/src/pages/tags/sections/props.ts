import type { ShownTagFragment } from '../../../documents.ts'

/** What every section of a tag's page gets. */
export interface SectionProps {
  tag: ShownTagFragment
  isSelf: boolean
}
