import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function TablePage() {
  return (
    <Page title="Table">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
