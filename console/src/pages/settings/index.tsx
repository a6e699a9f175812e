import { IconLogout } from '@tabler/icons-react'
import { usePaletteActions } from '../../shell/palette-actions.ts'
import { useSession } from '../../sign-in/session-context.tsx'
import { Page } from '../../ui/page.tsx'
import { Account } from './account.tsx'
import { Colors } from './colors.tsx'
import { Dates } from './dates.tsx'
import { RememberedSection } from './remembered-section.tsx'
import { Scopes } from './scopes-section.tsx'
import { SessionSection } from './session-section.tsx'
import classes from './settings.module.css'
import { TokenSection } from './token-section.tsx'

export default function SettingsPage() {
  const session = useSession()
  usePaletteActions([{ id: 'sign-out', label: 'Sign out', icon: IconLogout, run: () => session.signOut() }])
  return (
    <Page title="Settings">
      <div className={classes.columns}>
        <div className={classes.column}>
          <Account />
          <Dates />
          <Colors />
          <RememberedSection />
        </div>
        <div className={classes.column}>
          <SessionSection />
          <Scopes />
          <TokenSection />
        </div>
      </div>
    </Page>
  )
}
