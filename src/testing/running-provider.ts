import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProvider, type ProviderOptions } from '../provider.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'

/** A provider that runs in a test, with a platform of its own. */
export interface TestProvider {
  url: string
  /** The platform key, which both have. */
  key: string
  platform: TestPlatform
  /** The lines of the provider's log. */
  log: readonly string[]
  /** Posts JSON with the platform key. */
  post(path: string, body: unknown): Promise<Response>
  stop(): Promise<void>
}

/**
 * Starts a provider and a platform on free ports of this machine. The environment is that of the options and not of the
 * process; items that do not fit the contract are errors, as with NODE_ENV=test. Rejects with a StartupError.
 */
export async function startTestProvider(options: ProviderOptions): Promise<TestProvider> {
  const key = `key-of-a-test-${randomUUID()}`
  const log: string[] = []
  const platform = await startTestPlatform(key)
  const stopping = new AbortController()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    stopping.abort()
    await platform.stop()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
  try {
    const provider = createProvider({
      log: { write: (line) => log.push(line) },
      ...options,
      environment: { NODE_ENV: 'test', ...options.environment },
      settings: { ...options.settings, baseUrl: url, platformUrl: platform.url, platformKey: key },
    })
    server.on('request', provider.handler(stopping.signal))
  } catch (error) {
    await stop()
    throw error
  }
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { url, key, platform, log, post, stop }
}
