import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function GraphPage() {
  return (
    <Page title="Graph">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
