import { fetchConsoleSettings } from './console-settings.ts'
import { finishInOpener, isOwnSignIn, Session, SIGNED_IN_PATH, SIGNED_OUT_PATH } from './sign-in/session.ts'
import { pathWithin } from './text/urls.ts'

/** Where others send people to sign in: OpenID Connect Core, section 4. */
const SIGN_IN_PATH = '/sign-in'

/** Everything that is shown. Most visits begin with a redirect to the issuer, which need not wait for it. */
const loadViews = () => import('./views.tsx')

/** Signs the person in, unless the address is one of sign-in itself, and shows the console. */
async function start(): Promise<void> {
  const { origin, pathname, search } = window.location
  if (pathname === SIGNED_OUT_PATH) {
    const { showMessage } = await loadViews()
    return showMessage({ title: 'You are signed out', action: { label: 'Sign in', onClick: openStartPage } })
  }
  const isReturn = pathname === SIGNED_IN_PATH
  const views = isReturn ? loadViews() : undefined
  const settings = await fetchConsoleSettings()
  if (isReturn && !isOwnSignIn(search)) return finishInOpener(settings)
  const session = new Session(settings)
  if (views) {
    const [{ showConsole }, path] = await Promise.all([views, session.finishSignIn()])
    window.history.replaceState(null, '', path)
    return showConsole(settings, session)
  }
  if (pathname !== SIGN_IN_PATH) return session.startSignIn()
  const parameters = new URLSearchParams(search)
  const loginHint = parameters.get('login_hint') ?? undefined
  const path = pathWithin(origin, parameters.get('target_link_uri'))
  return session.startSignIn({ path, ...(loginHint === undefined ? {} : { loginHint }) })
}

function openStartPage(): void {
  window.location.assign('/')
}

start().catch(async (error: unknown) => {
  const { showMessage } = await loadViews()
  const detail = error instanceof Error ? error.message : 'An unknown error occurred.'
  showMessage({ title: 'You could not be signed in', detail, action: { label: 'Try again', onClick: openStartPage } })
})
