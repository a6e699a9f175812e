import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function CompaniesPage() {
  return (
    <Page title="Companies">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
