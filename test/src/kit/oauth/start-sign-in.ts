import { afterEach, jest } from '@jest/globals'
import { AuthorizationServer, type ServerOptions } from '../../authorization-server.ts'
import { Browser } from '../../http.ts'
import { type HubOptions, type RunningHub, startHub } from '../../hub.ts'
import { oauthEnvironment, oauthVendor } from '../../oauth-vendor.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  jest.restoreAllMocks()
  for (const stop of cleanUp.splice(0)) await stop()
})

export interface World {
  hub: RunningHub
  server: AuthorizationServer
  registered: { connectionId: string; credential: Record<string, unknown> }[]
}

export async function start(
  options: ServerOptions = {},
  hubOptions: HubOptions = {},
  vendor: Parameters<typeof oauthVendor>[0] = {},
): Promise<World> {
  const server = await AuthorizationServer.start(options)
  const registered: World['registered'] = []
  const hub = await startHub({
    vendors: [oauthVendor(vendor)],
    platform: async (_url, init) => {
      registered.push(JSON.parse(String(init?.body)))
      return new Response('{}')
    },
    ...hubOptions,
    environment: { ...oauthEnvironment(server), ...hubOptions.environment },
  })
  cleanUp.push(hub.stop, () => server.stop())
  return { hub, server, registered }
}

let connections = 0
export const newState = () => `oauth-connection-${++connections}.acme-mail`

/** Signs in: connect, consent and callback. */
export async function connect({ hub, server }: World, change: (callback: string) => string = (callback) => callback) {
  const browser = new Browser()
  const { headers } = await browser.open(`${hub.url}/auth/connect?state=${newState()}`)
  const { callback } = server.consent(String(headers.location))
  return browser.open(`${hub.url}/auth/callback${change(callback)}`)
}

const connected = (refreshToken: string | undefined, changes: object = {}) => ({
  connectedProvider: {
    connectionId: 'connection-1',
    provider: 'fixture',
    application: 'acme-mail',
    credential: { accessToken: 'old-access', refreshToken, email: 'ada@acme.example', profile: { a: 1 }, ...changes },
  },
})

type Refreshed = { credential: Record<string, unknown>; type: string; detail: string }
export async function refresh({ hub }: World, refreshToken: string | undefined, changes: object = {}, headers = {}) {
  const response = await hub.post('/auth/refresh', connected(refreshToken, changes), { headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Refreshed }
}
