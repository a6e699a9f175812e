import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KEY, startProvider } from '../graph/provider.ts'
import { AUDIENCE, startIssuer } from '../sign-in/issuer.ts'
import { Mailbox } from './mailbox.ts'
import { killServer, Program } from './program.ts'

/** The person whose mailbox it is, here and at the provider. */
export const OWNER = 'ada@acme.example'

/** Everything around a platform, which is started and killed in it. */
export interface Site {
  dataDir: string
  mailbox: Mailbox
  /** Begins to start a platform. */
  start(environment?: Readonly<Record<string, string>>): Program
  /** Runs an operation as the owner. Throws what the graph says, or that there is none. */
  ask<Data>(program: Program, query: string, input: object): Promise<Data>
  /** Hands over a credential, as a provider does. */
  register(program: Program, connectionId: string): Promise<Response>
  /** Ends all that is left. */
  clear(): Promise<void>
}

/** A sync begins at once, then only when it is asked for; whoever dies is soon known to be dead. */
const ENVIRONMENT = {
  ...{ PORT: '0', ROLE: 'all', LOG_LEVEL: 'info', PLATFORM_API_KEY: KEY, OIDC_AUDIENCE: AUDIENCE },
  ...{ SYNC_CONNECT_SPREAD: '0', SYNC_CADENCE_EMAIL: '86400000' },
  ...{ SYNC_FIRST_DELAY: '86400000', SYNC_LONGEST_DELAY: '86400000' },
  ...{ SYNC_WORKER_LEASES_LEASE: '2000', SYNC_WORKER_LEASES_HEARTBEAT: '500' },
  ...{ SYNC_WORKER_LEAST_SLEEP: '50', SYNC_WORKER_MOST_SLEEP: '200' },
  ...{ SYNC_CALL_PACE_PER_SECOND: '1000', SYNC_CALL_PACE_BURST: '1000' },
}

export async function layOutSite(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-hub-crash-'))
  const [issuer, provider] = await Promise.all([startIssuer(), startProvider()])
  const mailbox = new Mailbox()
  provider.answers.set('/sync/email', mailbox.answer)
  const programs: Program[] = []
  const here = { ...ENVIRONMENT, DATA_DIR: dataDir, HUB_URL: provider.url, OIDC_ISSUER: issuer.issuer }
  const post = async (program: Program, path: string, bearer: string, body: object) =>
    fetch(`${await program.ready}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    })
  return {
    ...{ dataDir, mailbox },
    start: (environment = {}) => {
      const program = new Program({ ...here, ...environment })
      programs.push(program)
      return program
    },
    ask: async (program, query, input) => {
      const response = await post(program, '/api/v1/graph', await issuer.token(OWNER), { query, variables: { input } })
      const { data, errors } = (await response.json()) as { data: never; errors?: { message: string }[] }
      if (errors?.[0]) throw new Error(`the graph says: ${errors[0].message}`)
      return data
    },
    register: (program, connectionId) => {
      const credential = { accessToken: 'the-access-token', email: OWNER, profile: null }
      return post(program, '/api/v1/connections/registration', KEY, { connectionId, credential })
    },
    clear: async () => {
      await Promise.all(programs.map((program) => program.kill()))
      await killServer(dataDir)
      await Promise.all([issuer.stop(), provider.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
