import { InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { ConsoleSettings } from '../console-settings.ts'
import { Renewal } from './renewal.ts'

/** Where the issuer sends people back to, after sign-in and after sign-out. Registered at the issuer. */
export const SIGNED_IN_PATH = '/signed-in'
export const SIGNED_OUT_PATH = '/signed-out'

/** What survives the redirect to the issuer and back. */
interface ReturnState {
  /** Path, query and fragment of the page that the person wanted to open. */
  path: string
}

export interface SignInOptions {
  /** The page to open afterwards. Default: the current one. */
  path?: string
  /** Address of the account to sign in with, for the issuer. */
  loginHint?: string
}

/**
 * The person's session with the issuer: authorization code with PKCE. Tokens are held in memory only, so that a page that
 * is loaded again asks the issuer, which usually answers without showing anything.
 */
export class Session {
  readonly #users: UserManager
  #user: User | undefined
  #since: number | undefined
  readonly #renewal = new Renewal(() => this.renew())
  readonly #listeners = new Set<() => void>()

  constructor({ issuer, clientId, scope, signInParameters }: ConsoleSettings) {
    const { origin } = window.location
    this.#users = new UserManager({
      authority: issuer,
      client_id: clientId,
      redirect_uri: `${origin}${SIGNED_IN_PATH}`,
      post_logout_redirect_uri: `${origin}${SIGNED_OUT_PATH}`,
      response_type: 'code',
      scope,
      extraQueryParams: signInParameters,
      userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
      // Holds the state and the PKCE verifier of a sign-in that is under way, until the issuer redirects back.
      stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
      automaticSilentRenew: true,
      monitorSession: false,
    })
    this.#users.events.addUserLoaded((user) => this.#setUser(user))
    this.#users.events.addUserUnloaded(() => this.#setUser(undefined))
    this.#users.events.addSilentRenewError((error) => this.#renewal.fail(error))
    this.#users.events.addAccessTokenExpired(() => this.#renewal.attempt())
  }

  /** The signed-in person, undefined before sign-in. Its token may have expired. */
  get user(): User | undefined {
    return this.#user
  }

  /** Since when the person has been signed in on this page, if they are (epoch ms). Renewing tokens does not change it. */
  get since(): number | undefined {
    return this.#since
  }

  /** Calls back whenever the user or a token changes. Returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls back when the issuer refuses to renew the session. Returns a function that ends it. */
  onEnded(listener: () => void): () => void {
    return this.#renewal.onEnded(listener)
  }

  /** Leaves the page for the issuer's. */
  async startSignIn({ path = currentPath(), loginHint }: SignInOptions = {}): Promise<void> {
    const state: ReturnState = { path }
    // With a hint, somebody else may be signed in at the issuer, so it has to sign in anew.
    const hint = loginHint === undefined ? {} : { login_hint: loginHint, prompt: 'login' }
    await this.#users.signinRedirect({ state, ...hint })
  }

  /** Finishes a sign-in at the redirect URI. Returns the path to open. Throws what the issuer reported. */
  async finishSignIn(): Promise<string> {
    const user = await this.#users.signinRedirectCallback()
    const { path } = (user.state ?? {}) as Partial<ReturnState>
    // Only paths of this origin: the state comes back through a URL.
    return path?.startsWith('/') && !path.startsWith('//') ? path : '/'
  }

  /** Signs the person in again in a popup, so that what is on the page is not lost. Throws if the popup is closed. */
  async signInAgain(): Promise<void> {
    const hint = this.#user?.profile.email
    await this.#users.signinPopup(hint === undefined ? {} : { login_hint: hint })
  }

  /** Returns a new access token. Throws if the issuer requires the person to sign in again. */
  async renew(): Promise<string> {
    const user = await this.#users.signinSilent()
    if (!user) throw new Error('The issuer returned no token.')
    return user.access_token
  }

  /** Ends the session here and at the issuer, and leaves the page. */
  async signOut(): Promise<void> {
    const endsAtIssuer =
      (await this.#users.metadataService.getEndSessionEndpoint().catch(() => undefined)) !== undefined
    if (endsAtIssuer) await this.#users.signoutRedirect()
    else {
      await this.#users.removeUser()
      window.location.assign(SIGNED_OUT_PATH)
    }
  }

  #setUser(user: User | undefined): void {
    if (user?.profile.sub !== this.#user?.profile.sub) this.#since = user && Date.now()
    this.#user = user
    for (const listener of this.#listeners) listener()
  }
}

function currentPath(): string {
  const { pathname, search, hash } = window.location
  return `${pathname}${search}${hash}`
}

/** Passes the issuer's response to the window that opened this popup or frame. */
export async function finishInOpener(settings: ConsoleSettings): Promise<void> {
  const users = new UserManager({
    authority: settings.issuer,
    client_id: settings.clientId,
    redirect_uri: `${window.location.origin}${SIGNED_IN_PATH}`,
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
  })
  await (window.opener ? users.signinPopupCallback() : users.signinSilentCallback())
}

/**
 * Whether the issuer's response at this address belongs to a sign-in that this window began by a redirect. Otherwise it is that of a
 * popup or a frame, also if this window was opened by another page.
 */
export function isOwnSignIn(search: string): boolean {
  const state = new URLSearchParams(search).get('state') ?? ''
  const stored = window.sessionStorage.getItem(`oidc.${state}`)
  if (stored === null) return window.opener === null && window.parent === window
  const { request_type } = JSON.parse(stored) as { request_type?: string }
  return request_type === 'si:r'
}
