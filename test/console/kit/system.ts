import type { Browser, BrowserContext, Page } from 'playwright-core'
import { buildConsole } from '../../../console/build.ts'
import { connectApplication, fetchApplications } from '../../../demo/connect.ts'
import { waitForFirstSyncs } from '../../../demo/first-syncs.ts'
import type { FormValues } from '../../../demo/forms.ts'
import { type Person, signIn } from '../../../demo/person.ts'
import { type System, startSystem } from '../../../demo/system.ts'
import { VENDOR_NAMES } from '../../../sandbox/index.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { launchChromium } from '../../kit/chromium.ts'
import { openTestStore } from '../../platform/storage/test-store.ts'
import { waitUntilVisible } from './pages.ts'

export const ADA = 'ada@meridian.example'
/** How long a page may take to show what a test waits for (ms). */
const PATIENCE_MS = 30_000
const CONNECTED_BY_KEY = 'salesforce'

export interface ConsoleOptions {
  /** Names of applications to connect for Ada before the tests begin; their first syncs have then ended. */
  connect?: readonly string[]
  /** Further environment variables of the platform. */
  platform?: Readonly<Record<string, string>>
  /** Validity of access tokens (s). Default 15 minutes. */
  accessTokenSeconds?: number
}

export interface OpenOptions {
  path?: string
  colorScheme?: 'light' | 'dark'
  width?: number
}

/** The whole system with the console, and a browser. */
export interface ConsoleSystem {
  system: System
  browser: Browser
  /** The address of the console. */
  url: string
  /** Ada, through the graph and not through the browser. */
  ada: Person
  /** What pages requested from other machines, which is refused. */
  refused: string[]
  /** Opens a page in a browser context of its own, signed in as a person of the sandbox. */
  open(email?: string, options?: OpenOptions): Promise<Page>
  stop(): Promise<void>
}

/** Makes the platform sync soon, so that tests need not wait. */
const FAST_SYNCS = {
  SYNC_CONNECT_SPREAD_MS: '100',
  SYNC_CADENCE_JITTER: '0',
  RECOMMENDATION_INTERVAL_MS: '2000',
}

/** Starts sandbox, hub, platform and Chromium. Takes ten seconds or more: start it once in a test file. */
export async function startConsole({
  connect = [],
  platform = {},
  accessTokenSeconds,
}: ConsoleOptions = {}): Promise<ConsoleSystem> {
  const store = await openTestStore()
  const database = { DATABASE_URL: store.url, CREDENTIAL_KEY: 'the-credential-key-of-the-console-tests' }
  const starting = startSystem({
    consoleFolder: buildConsole,
    platform: { ...FAST_SYNCS, ...database, ...platform },
    ...omitUndefined({ accessTokenSeconds }),
  })
  const system = await starting.catch((error) => store.close().then(() => Promise.reject(error)))
  const stop = async () => {
    await system.stop()
    await store.close()
  }
  try {
    const ada = await signIn(system.platform, system.signInAs(ADA))
    await connectAll(system, ada, connect)
    const browser = await launchChromium()
    const refused: string[] = []
    return {
      system,
      browser,
      url: system.platform,
      ada,
      refused,
      open: (email = ADA, options = {}) => openSignedIn({ browser, url: system.platform, refused }, email, options),
      stop: async () => {
        await browser.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Connects applications for a person as they would, and waits until each has imported something. */
export async function connectAll(system: System, person: Person, names: readonly string[]): Promise<void> {
  const formValues = VENDOR_NAMES.flatMap((name): FormValues[] => {
    const { formValues } = system.sandbox[name]
    return formValues ? [formValues] : []
  })
  const applications = await fetchApplications(person)
  for (const application of applications.filter(({ name }) => names.includes(name))) {
    const method = application.name === CONNECTED_BY_KEY ? ('key' as const) : undefined
    await connectApplication(person, application, ADA, { formValues, ...omitUndefined({ method }) })
  }
  if (names.length > 0) await waitForFirstSyncs(person, () => {})
}

async function openSignedIn(
  { browser, url, refused }: Pick<ConsoleSystem, 'browser' | 'url' | 'refused'>,
  email: string,
  { path = '/', colorScheme = 'light', width = 1280 }: OpenOptions,
): Promise<Page> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
  context.setDefaultTimeout(PATIENCE_MS)
  await stayOnThisMachine(context, refused)
  const page = await context.newPage()
  await page.goto(`${url}/sign-in?${new URLSearchParams({ login_hint: email, target_link_uri: `${url}${path}` })}`)
  await waitUntilVisible(page, 'main')
  return page
}

/** Refuses and records requests to other machines. */
async function stayOnThisMachine(context: BrowserContext, refused: string[]): Promise<void> {
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => {
      refused.push(route.request().url())
      return route.abort()
    },
  )
}
