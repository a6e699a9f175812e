import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function ConnectionsPage() {
  return (
    <Page title="Connections">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
