import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@jest/globals'
import { Browser } from '../../demo/browser.ts'
import { submitForms } from '../../demo/forms.ts'
import { findFreePort } from '../../demo/program.ts'
import type { SandboxOptions } from '../../sandbox/index.ts'
import type { ConnectMethod } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { type Api, type GraphResponse, startApi } from '../platform/graph/api.ts'
import { ADA, type System, startSystem } from './system.ts'

/** A sandbox, a hub and the platform that communicate over loopback. The sandbox begins now, and its clock goes on. */
export interface WholeSystem extends Pick<System, 'hub' | 'sandbox' | 'log'> {
  api: Api
  /** Executes an operation as a person, by default as Ada. Throws if it has errors. */
  execute: <Data>(query: string, input?: object, person?: string) => Promise<Data>
  /** The same, for operations that may fail. */
  tryToExecute: (query: string, input?: object, person?: string) => Promise<GraphResponse>
  /** Connects an application through the platform, as a person would. Resolves to the id of the connection. */
  connect: (application: string, terms?: ConnectTerms) => Promise<string>
  /** Runs a sync of a connection to its end. */
  run: (connectionId: string, sync: string, person?: string) => Promise<Run>
  connectionOf: (id: string, person?: string) => Promise<Connection>
  /** The id of a person's own tag. */
  tagOf: (person?: string) => Promise<string>
  stop: () => Promise<void>
}

export interface ConnectTerms {
  /** The person who connects, and by default whose account it is. Ada by default. */
  person?: string
  account?: string
  method?: ConnectMethod
  /** An existing connection to connect again. */
  connectionId?: string
  /** What to enter into a form for keys, instead of what the sandbox suggests. */
  formValues?: Readonly<Record<string, string>>
}

export interface Run {
  state: string
  created: number
  updated: number
  unchanged: number
  skipped: number
  failedCount: number
  warnings: string[]
  error: { type: string; title: string; detail: string; status: number } | null
}

export interface Connection {
  status: string
  email: string | null
  connectMethod: string | null
  dateCertificateEnd: number | null
  scopeMessage: string | null
}

const START = 'mutation S($input: StartConnectionInput!) { startConnection(input: $input) { connectionId url } }'
const RUN = `mutation R($input: SyncInput!) { runSync(input: $input) {
  state created updated unchanged skipped failedCount warnings error { type title detail status }
} }`
const CONNECTION = `query C($input: FindConnectionInput!) { connection(input: $input) {
  status email connectMethod dateCertificateEnd scopeMessage
} }`

const POLL_MS = 20
const MAX_POLLS = 500

/** Starts the system. `options`: those of the sandbox that differ. */
export async function startWholeSystem(options: SandboxOptions = {}): Promise<WholeSystem> {
  const port = await findFreePort()
  const system = await startSystem(
    { PLATFORM_ENVIRONMENT_URL: `http://127.0.0.1:${port}` },
    { clock: { start: 'now', follow: true }, ...options },
  )
  const api = await startApi({
    PORT: String(port),
    PROVIDER_URLS: system.hub,
    PLATFORM_API_KEY: system.platform.key,
  })
  const tryToExecute: WholeSystem['tryToExecute'] = (query, input, person = ADA) =>
    api.execute(person, query, omitUndefined({ input }))
  const execute: WholeSystem['execute'] = async <Data>(query: string, input?: object, person?: string) => {
    const { data, errors } = await tryToExecute(query, input, person)
    expect(errors).toBeUndefined()
    return data as Data
  }
  const connect: WholeSystem['connect'] = async (application, terms = {}) => {
    const { person = ADA, account = person, method, connectionId, formValues } = terms
    const input = omitUndefined({
      application,
      provider: 'provider-hub',
      method,
      connectionId,
      requireConfirmation: false,
    })
    const { startConnection: started } = await execute<{ startConnection: { connectionId: string; url: string } }>(
      START,
      input,
      person,
    )
    const page = await submitForms(new Browser(), started.url, account, formValues ? [formValues] : system.formValues)
    if (!page.includes('is connected')) throw new Error(`${application} was not connected: ${page}`)
    return started.connectionId
  }
  const run: WholeSystem['run'] = async (connectionId, sync, person) => {
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      const { runSync } = await execute<{ runSync: Run }>(RUN, { connectionId, sync }, person)
      if (runSync.state !== 'running') return runSync
      await pause(POLL_MS)
    }
    throw new Error(`the ${sync} sync does not end`)
  }
  return {
    hub: system.hub,
    sandbox: system.sandbox,
    log: () => `${system.log()}${api.log()}`,
    api,
    execute,
    tryToExecute,
    connect,
    run,
    connectionOf: async (_id, person) =>
      (await execute<{ connection: Connection }>(CONNECTION, { _id }, person)).connection,
    tagOf: async (person) =>
      (await execute<{ tenant: { tagId: string } }>('{ tenant { tagId } }', undefined, person)).tenant.tagId,
    stop: async () => {
      await api.stop()
      await system.stop()
    },
  }
}
