import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function ConnectionPage() {
  return (
    <Page title="Connection">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
