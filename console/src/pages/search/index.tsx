import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function SearchPage() {
  return (
    <Page title="Search">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
