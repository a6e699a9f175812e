import { signIn } from '../../demo/person.ts'
import { startSystem } from '../../demo/system.ts'
import { PEOPLE, type Person } from '../../sandbox/core/fixtures.ts'
import { startOidc } from '../../sandbox/oidc/index.ts'
import { ADA, connectAll } from '../../test/console/kit/system.ts'
import { createPlatformEnvironment } from '../graph/platform.ts'
import { openSeeded } from '../graph/seed.ts'
import { startServer } from '../graph/server.ts'
import { trustIssuer } from '../graph/viewer.ts'

/** A platform with the console, and whom to sign in as. */
export interface ServedGraph {
  name: string
  url: string
  email: string
  stop(): Promise<void>
}

const APPLICATIONS = ['google-calendar', 'gmail', 'google-meet', 'outlook-calendar', 'outlook-mail', 'salesforce']
/** The tenant of the large graph who sees the most. */
const LARGE_VIEWER = 'tenant0@people.example'

/** The demo after its first syncs. */
export async function serveDemo(folder: string): Promise<ServedGraph> {
  const system = await startSystem({ consoleFolder: async () => folder })
  const ada = await signIn(system.platform, system.signInAs(ADA))
  await connectAll(system, ada, APPLICATIONS)
  return { name: 'demo', url: system.platform, email: ADA, stop: system.stop }
}

/** The graph of the benchmark `graph`, with a real issuer. */
export async function serveLarge(folder: string, blocks: number): Promise<ServedGraph> {
  const seeded = await openSeeded(blocks)
  const names = { name: 'Tenant Zero', givenName: 'Tenant', familyName: 'Zero' }
  const person: Person = { ...PEOPLE.ada, ...names, key: LARGE_VIEWER, email: LARGE_VIEWER }
  const oidc = await startOidc({ people: [person], followsHints: true })
  await trustIssuer(seeded, oidc.issuer)
  const environment = {
    ...createPlatformEnvironment(seeded, { issuer: oidc.issuer }),
    ...oidc.environment,
    CONSOLE_FOLDER: folder,
  }
  const server = await startServer('platform/main.ts', environment, '/api/v1/ready')
  const stop = async () => {
    await server.stop()
    await oidc.stop()
    await seeded.close()
  }
  return { name: `${blocks} blocks`, url: server.url, email: LARGE_VIEWER, stop }
}
