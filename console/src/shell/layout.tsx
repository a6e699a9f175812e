import { AppShell, Burger, Button, Group, Kbd, NavLink, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useRef } from 'react'
import { Link, Outlet, NavLink as RouterNavLink, useLocation } from 'react-router'
import { NAVIGATION, PAGES } from '../pages/index.tsx'
import { PageBoundary } from '../ui/boundary.tsx'
import { loadAhead } from '../ui/load-part.ts'
import { Loading } from '../ui/states.tsx'
import { LiveLine } from './live-line.tsx'
import { loadPalette, openPalette, Palette } from './palette.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

/** Everything around a page: navigation, search, the state of the live updates, and the command palette. */
export function Layout() {
  const [isOpen, menu] = useDisclosure(false)
  const { pathname } = useLocation()
  const content = useRef<HTMLDivElement>(null)
  useFocusOnNavigation(pathname, content)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of small screens closes when a page was chosen
  useEffect(() => menu.close(), [pathname])
  useHotkeys([['/', search]])
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
              aria-expanded={isOpen}
            />
            <UnstyledButton component={Link} to="/" aria-label="Provider Hub">
              <Group gap={8} wrap="nowrap">
                <img src="/icon.svg" alt="" width={26} height={26} />
                <Text fw={600} visibleFrom="xs">
                  Provider Hub
                </Text>
              </Group>
            </UnstyledButton>
          </Group>
          <Group gap="sm" wrap="nowrap">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconSearch size={14} aria-hidden />}
              rightSection={
                <Kbd size="xs" visibleFrom="xs">
                  {MOD_KEY} K
                </Kbd>
              }
              onClick={openPalette}
              onMouseEnter={loadPalette}
              onFocus={loadPalette}
              aria-keyshortcuts="Control+K Meta+K"
            >
              Search or go to
            </Button>
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        <AppShell.Section grow component={ScrollArea}>
          {NAVIGATION.map(({ path, label, icon: Icon }) => (
            <NavLink
              key={path}
              component={RouterNavLink}
              to={path}
              end={path === '/'}
              label={label}
              leftSection={<Icon size={18} aria-hidden />}
              active={path === '/' ? pathname === '/' : pathname.startsWith(path)}
              onMouseEnter={() => loadPage(path)}
              onFocus={() => loadPage(path)}
            />
          ))}
        </AppShell.Section>
        <AppShell.Section>
          <LiveLine />
        </AppShell.Section>
      </AppShell.Navbar>
      {/* The path tells tests and benchmarks which page is shown: the address changes before the page does. */}
      <AppShell.Main id="content" ref={content} tabIndex={-1} className={classes.main} data-path={pathname}>
        <PageBoundary key={pathname}>
          <Suspense fallback={<Loading lines={8} />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </AppShell.Main>
      <Palette />
    </AppShell>
  )
}

const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Goes to the page's own field for searching, if it has one, and opens the palette otherwise. */
function search(): void {
  const field = document.querySelector<HTMLInputElement>('[data-page-search]')
  if (field) {
    field.focus()
    field.select()
  } else openPalette()
}

/** Loads the code of a page before it is opened. */
function loadPage(path: string): void {
  const page = PAGES.find((one) => one.path === path)
  if (page) loadAhead(page.load)
}

/** Moves the focus to the new page, so that the keyboard and screen readers go on there; not on the first one. */
function useFocusOnNavigation(pathname: string, content: React.RefObject<HTMLElement | null>): void {
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    // Somebody who has opened a dialog while the page was loading is writing there.
    if (!document.activeElement?.closest('[role="dialog"]')) content.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname, content])
}
