import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function TablesPage() {
  return (
    <Page title="Tables">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
