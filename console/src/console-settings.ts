/** What the platform tells the console at /console.json. */
export interface ConsoleSettings {
  /** The OpenID Connect issuer that people sign in at, and the client id of the console there. */
  issuer: string
  clientId: string
  /** The scopes to request, separated by spaces. */
  scope: string
  /** Parameters that this issuer requires at its authorization endpoint, such as `audience`. */
  signInParameters: Record<string, string>
  /** The URL of the platform's API. Relative to the console's own. */
  apiUrl: string
}

/** Reads the settings. Throws an Error with a sentence for people. */
export async function fetchConsoleSettings(): Promise<ConsoleSettings> {
  const response = await fetch('/console.json', { headers: { Accept: 'application/json' } }).catch(() => undefined)
  if (!response) throw new Error('The platform cannot be reached. Check your connection, then load this page again.')
  if (!response.ok) {
    throw new Error(`The platform did not return the console’s settings (status ${response.status}). Try again later.`)
  }
  return (await response.json()) as ConsoleSettings
}
