import { TagListPage } from './list/index.tsx'

export default function PeoplePage() {
  return <TagListPage kind="people" />
}
