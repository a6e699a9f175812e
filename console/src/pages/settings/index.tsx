import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function SettingsPage() {
  return (
    <Page title="Settings">
      <Empty title="Nothing here yet" />
    </Page>
  )
}
