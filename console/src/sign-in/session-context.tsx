import type { User } from 'oidc-client-ts'
import { createContext, type ReactNode, useCallback, useContext, useState, useSyncExternalStore } from 'react'
import type { Session } from './session.ts'

const SessionContext = createContext<Session | undefined>(undefined)

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no SessionProvider above this component.')
  return session
}

/** The signed-in person as the issuer describes them; undefined before sign-in. Renders again when a token is renewed. */
export function useUser(): User | undefined {
  const session = useSession()
  return useSyncExternalStore(
    (listener) => session.subscribe(listener),
    () => session.user,
  )
}

/** The id of the person for whom a component was first rendered, and a function that says whether they are still signed in. */
export function usePerson(): { person: string; isSignedIn: () => boolean } {
  const session = useSession()
  const [person] = useState(() => session.user?.profile.sub ?? '')
  return { person, isSignedIn: useCallback(() => session.user?.profile.sub === person, [session, person]) }
}
