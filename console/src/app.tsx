import { MantineProvider } from '@mantine/core'
import { Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import type { ConsoleSettings } from './console-settings.ts'
import { GraphProvider } from './graph/context.tsx'
import { PAGES } from './pages/index.tsx'
import { afterFirstPage, Notifications, SessionEnded } from './shell/later.tsx'
import { Layout } from './shell/layout.tsx'
import { MissingPage } from './shell/missing-page.tsx'
import { cssVariables, theme } from './shell/theme.ts'
import type { Session } from './sign-in/session.ts'
import { SessionProvider } from './sign-in/session-context.tsx'
import { readPreferences, subscribePreferences } from './text/preferences.ts'
import { PartBoundary } from './ui/boundary.tsx'

/** The console of a signed-in person. */
export function App({ settings, session }: { settings: ConsoleSettings; session: Session }) {
  const [hasEnded, setEnded] = useState(false)
  // Each sign-in opens a new socket, since the old one was closed for good. What is on the page stays.
  const [signIns, setSignIns] = useState(0)
  // Unless somebody else has signed in.
  const person = session.user?.profile.sub
  // Every date on the page is formatted by them.
  const preferences = useSyncExternalStore(subscribePreferences, readPreferences)
  const onSignInRequired = useCallback(() => setEnded(true), [])
  useEffect(() => session.onEnded(onSignInRequired), [session, onSignInRequired])
  const [isLater, setLater] = useState(false)
  useEffect(() => afterFirstPage(() => setLater(true)), [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {isLater && (
        <PartBoundary>
          <Suspense>
            <Notifications position="bottom-right" />
          </Suspense>
        </PartBoundary>
      )}
      <SessionProvider session={session}>
        <GraphProvider
          key={person}
          settings={settings}
          session={session}
          person={person}
          signIns={signIns}
          preferences={preferences}
          onSignInRequired={onSignInRequired}
        >
          <BrowserRouter>
            <Routes>
              <Route element={<Layout />}>
                {PAGES.map(({ path, Component }) => (
                  <Route key={path} path={path} element={<Component />} />
                ))}
                <Route path="*" element={<MissingPage />} />
              </Route>
            </Routes>
          </BrowserRouter>
        </GraphProvider>
        {(hasEnded || signIns > 0) && (
          <PartBoundary>
            <Suspense>
              <SessionEnded
                opened={hasEnded}
                onSignedIn={() => {
                  setEnded(false)
                  setSignIns((count) => count + 1)
                }}
              />
            </Suspense>
          </PartBoundary>
        )}
      </SessionProvider>
    </MantineProvider>
  )
}
