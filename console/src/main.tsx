import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { fetchConsoleSettings } from './console-settings.ts'
import { PlainPage } from './shell/plain-page.tsx'
import { finishInOpener, Session, SIGNED_IN_PATH, SIGNED_OUT_PATH } from './sign-in/session.ts'

/** Where others send people to sign in: OpenID Connect Core, section 4. */
const SIGN_IN_PATH = '/sign-in'

const root = createRoot(document.getElementById('root') as HTMLElement)

/** Signs the person in, unless the address is one of sign-in itself, and shows the console. */
async function start(): Promise<void> {
  const { pathname, search } = window.location
  if (pathname === SIGNED_OUT_PATH) {
    root.render(<PlainPage title="You are signed out" action={{ label: 'Sign in', onClick: () => openPath('/') }} />)
    return
  }
  const settings = await fetchConsoleSettings()
  const isInOtherWindow = window.opener !== null || window.parent !== window
  if (pathname === SIGNED_IN_PATH && isInOtherWindow) return finishInOpener(settings)
  const session = new Session(settings)
  if (pathname === SIGN_IN_PATH) {
    const parameters = new URLSearchParams(search)
    const loginHint = parameters.get('login_hint') ?? undefined
    const path = pathWithin(window.location.origin, parameters.get('target_link_uri'))
    return session.startSignIn({ path, ...(loginHint === undefined ? {} : { loginHint }) })
  }
  if (pathname !== SIGNED_IN_PATH) return session.startSignIn()
  const path = await session.finishSignIn()
  window.history.replaceState(null, '', path)
  root.render(<App settings={settings} session={session} />)
}

/** The path of an address of this origin; the start page for any other. */
function pathWithin(origin: string, address: string | null): string {
  if (!address || !URL.canParse(address, origin)) return '/'
  const url = new URL(address, origin)
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/'
}

function openPath(path: string): void {
  window.location.assign(path)
}

start().catch((error: unknown) => {
  const detail = error instanceof Error ? error.message : 'An unknown error occurred.'
  const retry = { label: 'Try again', onClick: () => openPath('/') }
  root.render(<PlainPage title="You could not be signed in" detail={detail} action={retry} />)
})
