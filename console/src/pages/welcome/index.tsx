import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function WelcomePage() {
  return (
    <Page title="Welcome">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
