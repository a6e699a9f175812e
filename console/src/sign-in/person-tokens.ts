import { GraphRequestError, SignInRequired, type TokenSource } from '../../../platform/client/index.ts'
import { isUnreachable } from './renewal.ts'

/** What is needed of a session: who is signed in, and how their token is renewed. */
export interface TokenSession {
  readonly user: { readonly access_token: string; readonly profile: { readonly sub: string } } | undefined
  renew(): Promise<string>
}

/**
 * The tokens of one person, for a client of the graph. Once somebody else has signed in on this page they throw SignInRequired, so
 * that what one person has written is never saved as another.
 */
export function tokensOf(session: TokenSession, person: string | undefined) {
  const token = (): string => {
    const { user } = session
    if (user?.profile.sub !== person) throw new SignInRequired()
    return user?.access_token ?? ''
  }
  const refresh = async (): Promise<string> => {
    const rejected = token()
    try {
      await session.renew()
      return token()
    } catch (error) {
      // The person has signed in again meanwhile; their new token is as good.
      const current = token()
      if (current !== rejected) return current
      throw isUnreachable(error) ? toUnavailable(error) : error
    }
  }
  return { token, refresh } satisfies TokenSource
}

function toUnavailable(cause: unknown): GraphRequestError {
  const message =
    'Your sign-in could not be renewed, because the service that you sign in with cannot be reached. It is asked again.'
  return new GraphRequestError({ errors: [{ message, code: 'SERVICE_UNAVAILABLE', extensions: {} }] }, { cause })
}
