import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Provider from 'oidc-provider'
import { PEOPLE, type Person } from '../core/fixtures.ts'
import { LOOPBACK, type Network } from '../core/http/server.ts'
import type { Records } from './memory.ts'
import { AUDIENCE, createProvider } from './provider.ts'
import { signInPage } from './sign-in-page.ts'

export { AUDIENCE, CONSOLE_CLIENT, SERVER_CLIENT } from './provider.ts'

export interface OidcOptions {
  /** 0, the default, selects a free port. */
  port?: number
  /** Loopback by default. */
  network?: Network
  people?: readonly Person[]
  /** Signs people in by the address in `login_hint`, without asking. For demonstrations; no real issuer does that. */
  followsHints?: boolean
  /** Validity of access tokens (s). Default 15 minutes. */
  accessTokenSeconds?: number
}

export interface OidcSandbox {
  readonly issuer: string
  /** The environment variables that make the platform use this issuer. */
  readonly environment: Readonly<Record<string, string>>
  /** Signs everybody out: no session continues, and no token can be refreshed. Access tokens stay valid until they expire. */
  endSessions(): void
  stop(): Promise<void>
}

/** Starts an OpenID Connect issuer whose sign-in page lets the user choose an account. */
export async function startOidc({
  port = 0,
  network = LOOPBACK,
  people = Object.values(PEOPLE),
  followsHints = false,
  accessTokenSeconds,
}: OidcOptions = {}): Promise<OidcSandbox> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, network.address, resolve))
  const issuer = `http://${network.hostName}:${(server.address() as AddressInfo).port}`
  const records: Records = new Map()
  const provider = createProvider(issuer, { people, records, ...(accessTokenSeconds ? { accessTokenSeconds } : {}) })
  const protocol = provider.callback()
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    request.url?.startsWith('/sign-in/')
      ? signIn(provider, { people, followsHints }, request, response)
      : protocol(request, response)
  return {
    issuer,
    environment: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE },
    endSessions: () => records.clear(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Handles oidc-provider's interactions: shows the sign-in page and submits the chosen account. */
async function signIn(
  provider: Provider,
  { people, followsHints }: { people: readonly Person[]; followsHints: boolean },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const finish = (person: Person | undefined) => {
    const result = person ? { login: { accountId: person.key } } : { error: 'access_denied' }
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  const { prompt, params } = await provider.interactionDetails(request, response)
  if (prompt.name === 'consent') {
    // The library requires consent from native clients even if they have a grant. See grantEverything.
    await provider.interactionFinished(request, response, { consent: {} }, { mergeWithLastSubmission: true })
    return
  }
  const hinted = followsHints && people.find(({ email }) => email === params.login_hint)
  if (hinted) {
    await finish(hinted)
    return
  }
  if (request.method !== 'POST') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(signInPage(people))
    return
  }
  const account = new URLSearchParams(await readText(request)).get('account')
  const person = people.find(({ email }) => email === account)
  await finish(person)
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
