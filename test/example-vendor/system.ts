import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { MinimalPlatform } from '../../demo/minimal-platform.ts'
import type { MockServer, MockServerOptions } from '../../sandbox/core/mock-server.ts'
import { Clock } from '../../sandbox/core/time/clock.ts'
import { CAPABILITY_NAMES, type SignIn } from '../../scaffold/capabilities.ts'
import { createDefinition } from '../../scaffold/definition.ts'
import type { ApplicationDefinition, ConnectedProvider } from '../../src/contract/index.ts'
import type { AnyVendor } from '../../src/kit/application.ts'
import { createProvider } from '../../src/provider.ts'

const KEY = 'platform-key-of-the-example-0123456789'
const PROVIDER = 'example'
const NAMES = {
  vendor: 'beacon',
  vendorLabel: 'Beacon',
  application: 'beacon-mailroom',
  applicationLabel: 'Beacon Mailroom',
  functionName: 'beacon-report',
}

/** The example with one kind of sign-in. */
export interface Variant {
  signIn: SignIn
  vendor: AnyVendor
  start: (options: MockServerOptions) => Promise<MockServer>
}

/** A provider of the example vendor, and its sandbox. */
export interface ExampleSystem {
  url: string
  key: string
  connect: () => Promise<ConnectedProvider>
  stop: () => Promise<void>
}

/** Starts the sandbox and a provider with all capabilities. Accounts are connected as a person would do it. */
export async function startExample({ signIn, vendor, start }: Variant): Promise<ExampleSystem> {
  const platform = new MinimalPlatform(KEY)
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sandbox = await start({
    redirectUris: [`${url}/auth/callback`],
    clock: new Clock({ start: 'now', follow: true }),
  })
  const block = createDefinition(NAMES, signIn, CAPABILITY_NAMES) as ApplicationDefinition
  const handle = createProvider({
    definition: {
      name: PROVIDER,
      label: 'Example',
      description: 'For tests.',
      iconUrl: '/icon.svg',
      applications: [{ ...block, iconUrl: '/icon.svg' }],
    },
    vendors: [vendor],
    environment: { ...sandbox.environment, NODE_ENV: 'test' },
    settings: { baseUrl: url, platformKey: KEY, platformUrl: await platform.listen(), logLevel: 'silent' },
    publicFolder: fileURLToPath(new URL('../src/public', import.meta.url)),
  }).handler()
  const formValues = sandbox.formValues ? [sandbox.formValues] : []
  return {
    url,
    key: KEY,
    connect: async () => {
      const account = 'ada@meridian.example'
      const connection = await platform.connect(url, PROVIDER, NAMES.application, account, { formValues })
      return connection as unknown as ConnectedProvider
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      platform.stop()
      await sandbox.stop()
    },
  }
}
