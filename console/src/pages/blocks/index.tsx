import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function BlockPage() {
  return (
    <Page title="Block">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
