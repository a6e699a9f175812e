import { afterAll } from '@jest/globals'
import type { ProviderDefinition } from '../../src/contract/index.ts'
import type { Application, Call } from '../../src/kit/application.ts'
import { CredentialsExpiredError } from '../../src/kit/errors.ts'
import { openCursor, sealCursor, toPage, toPageLimit } from '../../src/kit/pages.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { connectedProvider, credential, email, everything, fixtureVendor } from '../src/fixture-vendor.ts'
import { PLATFORM_KEY, PLATFORM_URL, startHub } from '../src/hub.ts'
import { describeProvider } from './provider.ts'

/** Tests the suite itself with a hub whose vendor has seven messages and a few objects. */
const MAILS = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']
const LIVE = ['access-token-1', 'access-token-2']

type Connection = { connectedProvider: { connectionId: string; credential: { accessToken: string } } }

function requireLive({ connectedProvider: { credential } }: Connection): void {
  if (!LIVE.includes(credential.accessToken)) throw new CredentialsExpiredError('Connect the account again.')
}

/** A page of ids from the position of the cursor. */
function readIds(request: Connection, filter: { limit?: number; cursor?: string }, call: Call) {
  requireLive(request)
  const binding = request.connectedProvider.connectionId
  const from = filter.cursor ? openCursor<number, Call['settings']>(call, binding, filter.cursor) : 0
  const to = from + toPageLimit(filter.limit)
  return { ids: MAILS.slice(from, to), cursor: to < MAILS.length ? sealCursor(call, binding, to) : undefined }
}

/** Handlers that check the credential first, as every vendor does. */
function guarded<Handlers extends object>(handlers: Handlers): Handlers {
  const entries = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (request: Connection, call: Call) => {
      requireLive(request)
      return handler(request, call)
    },
  ])
  return Object.fromEntries(entries) as Handlers
}

// The rules of actions have a provider of their own, which keeps what is written: see actions.test.ts.
const { link: _link, tag: _tag, upsert: _upsert, functions: _functions, queries: _queries, ...reading } = everything
const { insight: _insight, ...syncs } = everything.sync ?? {}
const all: Application = {
  ...reading,
  sync: {
    ...guarded(syncs),
    emails: async (request, call) => {
      const { ids, cursor } = readIds(request, request.filter, call)
      return toPage(ids.map(email), [], cursor)
    },
    transcriptions: async (request, call) => {
      const { ids, cursor } = readIds(request, request.transcriptionFilter, call)
      return toPage(ids.map(transcription), [], cursor)
    },
  },
}
const mailOnly: Application = {
  name: 'acme-mail',
  ...omitUndefined({ auth: everything.auth }),
  sync: {
    emails: async (request, call) => {
      const { ids, cursor } = readIds(request, request.filter, call)
      return toPage(
        ids.map((id) => ({ ...email(id), application: 'acme-mail' })),
        [],
        cursor,
      )
    },
  },
}

function transcription(externalId: string) {
  return {
    blockType: 'transcription' as const,
    provider: 'fixture',
    application: 'acme-all',
    externalId,
    uri: 'https://vendor.example',
    title: 'Weekly',
    dateStart: 0,
    duration: 60_000,
    attendees: [],
    transcript: { title: 'Weekly', text: 'Hello.' },
    processingStage: 'processed',
  }
}

const hub = await startHub({ vendors: [{ ...fixtureVendor(), applications: [all, mailOnly] }] })
afterAll(() => hub.stop())

describeProvider({
  url: hub.url,
  key: PLATFORM_KEY,
  definition: (await (await hub.get('/definition.json')).json()) as ProviderDefinition,
  platformUrl: PLATFORM_URL,
  connect: async (application) => connectedProvider({ application, credential: credential() }),
})
