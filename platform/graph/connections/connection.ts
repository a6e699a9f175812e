import { type ConnectMethod as ConnectMethodName, connectMethodsOf } from '../../../src/contract/index.ts'
import { omitNullish } from '../../../src/runtime/omit.ts'
import { type AvailableApplication, connectUrl, findApplications } from '../../connections/application-catalog.ts'
import { REGISTRATION_MS } from '../../connections/initial-syncs.ts'
import type { ConnectionKey } from '../../model/sync.ts'
import { confirmConnection, disconnect, startConnection, startReconnect } from '../../storage/connections/lifecycle.ts'
import { findConnection, listConnections, loadSyncsByConnection } from '../../storage/connections/lists.ts'
import { listProviders, type StoredProvider } from '../../storage/connections/providers.ts'
import type { Connection, Sync } from '../../storage/connections/rows.ts'
import { parseId } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, conflict, notFound } from '../errors.ts'
import { ConnectMethod } from './application.ts'
import { SyncType } from './sync.ts'

const NOUN = 'The connection'

const readSyncs: BatchFunction<string, Sync[]> = ({ db, viewer }, ids) =>
  loadSyncsByConnection(db, viewer.tenantId, ids)

const ConnectionStatus = caseInsensitiveEnum('ConnectionStatus', [
  'pending',
  'unconfirmed',
  'active',
  'reconnect_required',
  'disconnected',
])

export const ConnectionType = builder.objectRef<Connection>('Connection').implement({
  description: "A connection to a vendor's account through an application.",
  fields: (t) => ({
    _id: t.exposeID('connectionId', { nullable: false }),
    provider: t.exposeString('provider', { nullable: false }),
    application: t.exposeString('application', { nullable: false }),
    label: t.exposeString('label', { nullable: false }),
    email: t.exposeString('email', { nullable: true, description: "The email of the vendor's account." }),
    status: t.expose('status', { type: ConnectionStatus, nullable: false }),
    connectMethod: t.expose('connectMethod', {
      type: ConnectMethod,
      nullable: true,
      description: 'How the account was connected; null until it is.',
    }),
    dateCertificateEnd: t.exposeFloat('dateCertificateEnd', {
      nullable: true,
      description: 'When the certificate of the key expires (epoch ms), if it is known. Syncs stop then.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why the account has to be connected again, if it has to.',
    }),
    scopeMessage: t.exposeString('scopeMessage', { nullable: true, description: 'The missing permission, if any.' }),
    dateCreated: t.exposeFloat('dateCreated', { nullable: false }),
    dateUpdated: t.exposeFloat('dateUpdated', { nullable: false }),
    syncs: t.field({
      type: [SyncType],
      nullable: { list: false, items: false },
      resolve: async ({ connectionId }, _args, context) => (await load(context, readSyncs, connectionId)) ?? [],
    }),
  }),
})

const ConnectionsInput = builder.inputType('ConnectionsInput', {
  fields: (t) => ({
    application: t.string(),
    status: t.field({ type: ConnectionStatus }),
    size: t.int(),
    page: t.int(),
  }),
})

const ConnectionInput = builder.inputType('FindConnectionInput', {
  fields: (t) => ({ _id: t.string({ required: true }) }),
})

builder.queryField('connections', (t) =>
  t.field({
    type: [ConnectionType],
    nullable: { list: true, items: false },
    description: "The tenant's connections, newest first.",
    args: { input: t.arg({ type: ConnectionsInput }) },
    resolve: (_root, { input }, context) =>
      listConnections(
        context.db,
        context.viewer.tenantId,
        omitNullish({
          ...parsePageRequest(input, context),
          application: input?.application == null ? undefined : input.application,
          status: input?.status ? input.status : undefined,
        }),
      ),
  }),
)

builder.queryField('connection', (t) =>
  t.field({
    type: ConnectionType,
    args: { input: t.arg({ type: ConnectionInput, required: true }) },
    resolve: (_root, { input }, context) => findOwnConnection(input._id, context),
  }),
)

const StartConnectionInput = builder.inputType('StartConnectionInput', {
  fields: (t) => ({
    provider: t.string({ description: 'Required only if several providers offer the application.' }),
    application: t.string({ required: true }),
    connectionId: t.string({ description: 'Reconnects an existing connection, which keeps its id.' }),
    method: t.field({
      type: ConnectMethod,
      description: "Default: the way in which an existing connection was connected, else the application's first.",
    }),
    requireConfirmation: t.boolean({ description: 'If false, syncs start without confirmation. Defaults to true.' }),
  }),
})

interface Started {
  connectionId: string
  url: string
}

const StartedConnection = builder.objectRef<Started>('StartedConnection').implement({
  fields: (t) => ({
    connectionId: t.exposeString('connectionId', { nullable: false }),
    url: t.exposeString('url', { nullable: false, description: 'The URL to open in a popup, valid for ten minutes.' }),
  }),
})

builder.mutationField('startConnection', (t) =>
  t.field({
    type: StartedConnection,
    args: { input: t.arg({ type: StartConnectionInput, required: true }) },
    resolve: (_root, { input }, context) => start(input, context),
  }),
)

async function start(input: typeof StartConnectionInput.$inferInput, context: GraphContext): Promise<Started> {
  const { db, viewer, now } = context
  const existing = input.connectionId == null ? undefined : await findOwnConnection(input.connectionId, context)
  if (existing && existing.application !== input.application) {
    throw badInput('input.application', `the connection is for ${existing.application}.`)
  }
  const requested = { application: input.application, provider: existing?.provider ?? input.provider ?? undefined }
  const available = findOnlyApplication(requested, await listProviders(db))
  const method = input.method ? requireMethod(input.method, available) : existing?.connectMethod
  const terms = { needsConfirmation: input.requireConfirmation ?? true, registrationUntil: now() + REGISTRATION_MS }
  const { provider } = available
  const { name: application, label } = available.application
  const connection = existing
    ? await startReconnect(db, existing, terms)
    : await startConnection(db, viewer.tenantId, { provider, application, label, ...terms }, now())
  if (!connection) throw notFound(NOUN)
  const { connectionId } = connection
  return { connectionId, url: connectUrl(available, { connectionId, email: existing?.email, method }) }
}

/** Throws BAD_USER_INPUT for a method that the application does not offer. */
function requireMethod(method: ConnectMethodName, { application }: AvailableApplication): ConnectMethodName {
  const offered = connectMethodsOf(application)
  if (offered.includes(method)) return method
  throw badInput('input.method', `${application.name} is connected by ${offered.join(' or ')}.`)
}

/** Throws BAD_USER_INPUT if no provider offers the application, or if several do and none is named. */
function findOnlyApplication(requested: Parameters<typeof findApplications>[0], providers: readonly StoredProvider[]) {
  const [available, ...others] = findApplications(requested, providers)
  if (!available) throw badInput('input.application', 'no provider offers this application.')
  if (others.length > 0) throw badInput('input.provider', 'several providers offer this application; name one.')
  return available
}

builder.mutationField('confirmConnection', (t) =>
  t.field({
    type: ConnectionType,
    description: 'Confirms the connected account, which starts its syncs. Does nothing if it is confirmed already.',
    args: {
      input: t.arg({ type: ConnectionInput, required: true }),
      email: t.arg.string({
        description: 'The account that the person was shown. CONFLICT if another one has been connected since.',
      }),
    },
    resolve: (_root, { input, email }, context) => confirm(input._id, email ?? undefined, context),
  }),
)

async function confirm(id: string, email: string | undefined, context: GraphContext): Promise<Connection> {
  const { db, createConnectionDeps, now } = context
  const key = parseKey(id, context)
  const confirmed = await confirmConnection(db, createConnectionDeps(await listProviders(db)), key, now(), email)
  if (confirmed) return confirmed
  const connection = await findOwnConnection(id, context)
  if (email !== undefined && connection.email !== email) {
    throw conflict(`The account is no longer ${email}; look at the connection again.`)
  }
  if (connection.status === 'active') return connection
  throw conflict(`The connection is ${connection.status}; there is no account to confirm.`)
}

builder.mutationField('disconnect', (t) =>
  t.field({
    type: ConnectionType,
    description: 'Deletes the credential and stops all syncs. Imported data is retained.',
    args: { input: t.arg({ type: ConnectionInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const connection = await disconnect(context.db, parseKey(input._id, context), context.now())
      if (!connection) throw notFound(NOUN)
      return connection
    },
  }),
)

function parseKey(id: string, { viewer }: GraphContext): ConnectionKey {
  return { tenantId: viewer.tenantId, connectionId: parseId(id, NOUN) }
}

/** Finds a connection of the viewer. Throws NOT_FOUND, also for connections of other tenants. */
async function findOwnConnection(id: string, context: GraphContext): Promise<Connection> {
  const connection = await findConnection(context.db, parseKey(id, context))
  if (!connection) throw notFound(NOUN)
  return connection
}
