import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function RecommendationsPage() {
  return (
    <Page title="Recommendations">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
