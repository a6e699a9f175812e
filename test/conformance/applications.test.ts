import { afterAll } from '@jest/globals'
import type { ConnectedProvider, ProviderDefinition } from '../../src/contract/index.ts'
import { startSystem } from '../flows/system.ts'
import { describeProvider } from './provider.ts'

const DAY_MS = 86_400_000
const WINDOW_DAYS = 14

/** Every registered application, connected through its vendor's consent page in the sandbox. */
const system = await startSystem()
afterAll(() => system.stop())
const now = system.sandbox.clock.now()

describeProvider({
  url: system.hub,
  key: system.platform.key,
  definition: (await (await fetch(`${system.hub}/definition.json`)).json()) as ProviderDefinition,
  sample: {
    window: { dateStart: now - WINDOW_DAYS * DAY_MS, dateEnd: now + WINDOW_DAYS * DAY_MS },
    person: 'ingrid@halden.example',
  },
  connect: async (application) => (await system.connect(application)) as unknown as ConnectedProvider,
})
