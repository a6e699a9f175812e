import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import type { ConsoleSettings } from './console-settings.ts'
import { PlainPage, type PlainPageProps } from './shell/plain-page.tsx'
import type { Session } from './sign-in/session.ts'

const root = createRoot(document.getElementById('root') as HTMLElement)

/** Shows the console of a signed-in person. */
export function showConsole(settings: ConsoleSettings, session: Session): void {
  root.render(<App settings={settings} session={session} />)
}

/** Shows a page of somebody who is not signed in. */
export function showMessage(props: PlainPageProps): void {
  root.render(<PlainPage {...props} />)
}
