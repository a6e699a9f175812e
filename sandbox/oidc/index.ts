import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Provider from 'oidc-provider'
import { PEOPLE, type Person } from '../core/world.ts'
import { AUDIENCE, createProvider } from './provider.ts'
import { signInPage } from './sign-in-page.ts'

export { AUDIENCE, CONSOLE_CLIENT, SERVER_CLIENT } from './provider.ts'

export interface OidcOptions {
  /** 0, the default, takes any free port. */
  port?: number
  people?: readonly Person[]
}

export interface OidcSandbox {
  readonly issuer: string
  /** Variables of the platform that point at this issuer. */
  readonly environment: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts an OpenID Connect issuer whose sign-in page lets a person choose who they are. */
export async function startOidc({ port = 0, people = Object.values(PEOPLE) }: OidcOptions = {}): Promise<OidcSandbox> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = createProvider(issuer, people)
  const protocol = provider.callback()
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    request.url?.startsWith('/sign-in/') ? signIn(provider, people, request, response) : protocol(request, response)
  return {
    issuer,
    environment: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Where the library sends a person: to a choice of people, and back with the chosen one. */
async function signIn(
  provider: Provider,
  people: readonly Person[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt } = await provider.interactionDetails(request, response)
  if (prompt.name === 'consent') {
    // Asked of every native client, whatever it was granted before. There is nobody to ask: see grantEverything.
    await provider.interactionFinished(request, response, { consent: {} }, { mergeWithLastSubmission: true })
    return
  }
  if (request.method !== 'POST') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(signInPage(people))
    return
  }
  const account = new URLSearchParams(await textOf(request)).get('account')
  const person = people.find(({ email }) => email === account)
  const result = person ? { login: { accountId: person.key } } : { error: 'access_denied' }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
