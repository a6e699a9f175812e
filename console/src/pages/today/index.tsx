import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function TodayPage() {
  return (
    <Page title="Today">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
