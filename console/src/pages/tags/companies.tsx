import { TagListPage } from './list/index.tsx'

export default function CompaniesPage() {
  return <TagListPage kind="companies" />
}
