import { randomUUID } from 'node:crypto'
import { afterEach } from '@jest/globals'
import type { Auth, Settings } from '../../../src/kit/application.ts'
import { everything, fixtureVendor } from '../fixture-vendor.ts'
import { type HubOptions, type RunningHub, startHub } from '../hub.ts'

const running: RunningHub[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((hub) => hub.stop()))
})

/** Starts a hub until the test ends. `registered` are the registrations that its platform received. */
export async function startConnecting(auth: Partial<Auth<Settings>> = {}, options: HubOptions = {}) {
  const registered: unknown[] = []
  const complete = { ...(everything.auth as Auth<Settings>), ...auth }
  const hub = await startHub({
    vendors: [fixtureVendor({ auth: complete })],
    platform: async (_url, init) => {
      registered.push(JSON.parse(String(init?.body)))
      return new Response('{}')
    },
    ...options,
  })
  running.push(hub)
  return { hub, registered }
}

/** The paths of a connect attempt for a new connection. */
export function newAttempt() {
  const connectionId = `connection-${randomUUID()}`
  const state = `${connectionId}.acme-all`
  return {
    connectionId,
    state,
    connect: `/auth/connect?application=acme-all&connectionId=${connectionId}`,
    callback: `/auth/callback?state=${state}&code=code-of-${connectionId}`,
  }
}
