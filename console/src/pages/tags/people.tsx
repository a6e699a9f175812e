import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function PeoplePage() {
  return (
    <Page title="People">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
