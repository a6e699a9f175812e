import { afterAll } from '@jest/globals'
import { runConformance } from '../../conformance/index.ts'
import type { ConnectedProvider, SyncMetadataRequest, SyncTableRequest } from '../../src/contract/index.ts'
import type { Application, Call } from '../../src/kit/application.ts'
import { CredentialsExpiredError, ValidationError } from '../../src/kit/errors.ts'
import { openCursor, sealCursor, toPage, toPageLimit } from '../../src/kit/pages.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { connectedProvider, credential, email, everything, fixtureVendor } from '../src/fixture-vendor.ts'
import { PLATFORM_KEY, PLATFORM_URL, startHub } from '../src/hub.ts'
import { describeReport } from './report.ts'

/** A hub whose vendor has seven messages and a few objects passes, also where there are no samples of them. */
const MAILS = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']
const LIVE = ['access-token-1', 'access-token-2']

type Connection = { connectedProvider: { connectionId: string; credential: { accessToken: string } } }

function requireLive({ connectedProvider: { credential } }: Connection): void {
  if (!LIVE.includes(credential.accessToken)) throw new CredentialsExpiredError('Connect the account again.')
}

const NOW = Date.now()
/** What is described if no table is requested. */
const FIRST_TABLES = [{ metadataType: 'Account' }]

/** All messages arrived just now, and nobody has sent them. */
function isIncluded({ dateStart = 0, dateEnd = NOW, includeEmails }: Filter): boolean {
  return dateStart <= NOW && NOW <= dateEnd && includeEmails === undefined
}

interface Filter {
  limit?: number
  cursor?: string
  dateStart?: number
  dateEnd?: number
  includeEmails?: string[]
}

/** A page of ids from the position of the cursor. */
function readIds(request: Connection, filter: Filter, call: Call) {
  requireLive(request)
  if (!isIncluded(filter)) return { ids: [], cursor: undefined }
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

// The rules of actions have a provider of their own, which stores what is written: see bad-provider/.
const { link: _link, tag: _tag, upsert: _upsert, functions: _functions, queries: _queries, ...reading } = everything
const { insight: _insight, ...syncs } = everything.sync ?? {}
/** The vendor of this hub issues no codes, and refreshes the tokens that it has issued. */
const auth = everything.auth && {
  ...everything.auth,
  callback: refuseCode,
  refresh: guarded({ refresh: everything.auth.refresh }).refresh,
}

async function refuseCode(): Promise<never> {
  throw new ValidationError('The vendor does not accept this code.')
}

const all: Application = {
  ...reading,
  ...omitUndefined({ auth }),
  sync: {
    ...guarded(syncs),
    ...guarded({
      metadata: async ({ tableMetadata }: Pick<SyncMetadataRequest, 'tableMetadata'>) =>
        toPage(
          (tableMetadata.length > 0 ? tableMetadata : FIRST_TABLES).map(({ metadataType }) => table(metadataType)),
        ),
      table: async ({ recordFilter }: Pick<SyncTableRequest, 'recordFilter'>) =>
        toPage(recordFilter.recordTypeFilters.map(({ tableMetadata }) => table(tableMetadata.metadataType))),
      identifier: async () => toPage([]),
    }),
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
  ...omitUndefined({ auth }),
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

function table(metadataType: string) {
  const fields = [{ name: 'Name', label: 'Name', fieldType: 'string' }]
  const metadata = { metadataType, label: metadataType, fields }
  return {
    blockType: 'table' as const,
    provider: 'fixture',
    application: 'acme-all',
    externalId: metadataType,
    metadata,
  }
}

function transcription(externalId: string) {
  return {
    blockType: 'transcription' as const,
    provider: 'fixture',
    application: 'acme-all',
    externalId,
    uri: 'https://vendor.example',
    title: 'Weekly',
    dateStart: NOW,
    duration: 60_000,
    attendees: [],
    transcript: { title: 'Weekly', text: 'Hello.' },
    processingStage: 'processed',
  }
}

const hub = await startHub({ vendors: [{ ...fixtureVendor(), applications: [all, mailOnly] }] })
afterAll(() => hub.stop())

const connect = async (application: string) =>
  connectedProvider({ application, credential: credential() }) as unknown as ConnectedProvider
const noActions = { insight: null, records: null, notes: null, tags: null, link: null, function: null, query: null }
const report = await runConformance({
  url: hub.url,
  key: PLATFORM_KEY,
  platformUrl: PLATFORM_URL,
  accounts: ['acme-all', 'acme-mail'].map((application) => ({
    application,
    connect: () => connect(application),
    samples: noActions,
  })),
  refresh: true,
})
describeReport(report)
