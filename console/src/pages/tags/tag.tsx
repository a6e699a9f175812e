import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function TagPage() {
  return (
    <Page title="Tag">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
