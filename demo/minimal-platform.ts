import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ConnectMethod } from '../src/contract/index.ts'
import { omitUndefined } from '../src/runtime/omit.ts'
import { Browser } from './browser.ts'
import { type FormValues, submitForms } from './forms.ts'

/** A connection as the platform stores it. */
export interface Connection {
  connectionId: string
  provider: string
  application: string
  credential: Record<string, unknown>
}

/** How to connect an application, where it is not the default. */
export interface ConnectTerms {
  method?: ConnectMethod
  /** The texts to enter into an application's own form, a set for each vendor. */
  formValues?: readonly FormValues[]
}

/** A minimal platform for tests and recordings: connects accounts, accepts their registrations and calls the provider. */
export class MinimalPlatform {
  readonly key: string
  readonly #registrations = new Map<string, Record<string, unknown>>()
  readonly #waiters = new Map<string, (credential: Record<string, unknown>) => void>()
  readonly #server: Server

  constructor(key: string) {
    this.key = key
    this.#server = createServer(async (request, response) => {
      const isAuthorized = request.headers.authorization === `Bearer ${key}`
      if (isAuthorized) {
        const { connectionId, credential } = await readJson(request)
        this.#registrations.set(connectionId as string, credential as Record<string, unknown>)
        this.#waiters.get(connectionId as string)?.(credential as Record<string, unknown>)
      }
      response.writeHead(isAuthorized ? 200 : 401, { 'Content-Type': 'application/json' }).end('{"status":"ok"}')
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Resolves with the credential of a connection once the user has signed in. */
  waitForCredential(connectionId: string): Promise<Record<string, unknown>> {
    return new Promise((resolve) => this.#waiters.set(connectionId, resolve))
  }

  /**
   * Connects an application as a user would: opens the popup and allows all scopes on the consent page, or fills in the
   * application's form. Throws MissingFormValue.
   */
  async connect(
    hub: string,
    provider: string,
    application: string,
    account: string,
    { formValues, method }: ConnectTerms = {},
  ): Promise<Connection> {
    const connectionId = randomUUID()
    const address = `${hub}/auth/connect?${new URLSearchParams(omitUndefined({ application, connectionId, method }))}`
    const page = await submitForms(new Browser(), address, account, formValues)
    const credential = this.#registrations.get(connectionId)
    if (!credential) throw new Error(`${application} was not connected: ${page}`)
    return { connectionId, provider, application, credential }
  }

  /** Calls a route of the provider. Throws an Error with the problem's detail. */
  async call(hub: string, path: string, body: object): Promise<{ body: Record<string, unknown>; vendorCalls: number }> {
    const response = await fetch(`${hub}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const responseBody = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${responseBody.detail}`)
    return { body: responseBody, vendorCalls: Number(response.headers.get('X-Vendor-Calls') ?? 0) }
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
