import { connectUrl, findApplications } from '../../connections/application-catalog.ts'
import { REGISTRATION_MS } from '../../connections/initial-syncs.ts'
import type { ConnectionKey } from '../../model/sync.ts'
import { confirmConnection, disconnect, startConnection, startReconnect } from '../../storage/connections/lifecycle.ts'
import { findConnection, listConnections, syncsOf } from '../../storage/connections/lists.ts'
import { type KnownProvider, listProviders } from '../../storage/connections/providers.ts'
import type { Connection, Sync } from '../../storage/connections/rows.ts'
import { parseId } from '../arguments/ids.ts'
import { parseSlice } from '../arguments/paging.ts'
import { bothCases, builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, conflict, notFound } from '../errors.ts'
import { load, type Reader } from '../together.ts'
import { SyncType } from './sync.ts'

const WHAT = 'The connection'

const readSyncs: Reader<string, Sync[]> = ({ db, viewer }, ids) => syncsOf(db, viewer.tenantId, ids)

const ConnectionStatus = bothCases('ConnectionStatus', [
  ...(['pending', 'unconfirmed', 'active', 'reconnect_required', 'disconnected'] as const),
])

const ConnectionType = builder.objectRef<Connection>('Connection').implement({
  description: 'An account at a vendor that was connected to an application.',
  fields: (t) => ({
    _id: t.exposeID('connectionId', { nullable: false }),
    provider: t.exposeString('provider', { nullable: false }),
    application: t.exposeString('application', { nullable: false }),
    label: t.exposeString('label', { nullable: false }),
    email: t.exposeString('email', { nullable: true, description: 'The account at the vendor.' }),
    status: t.expose('status', { type: ConnectionStatus, nullable: false }),
    scopeMessage: t.exposeString('scopeMessage', { nullable: true, description: 'Which permission is missing.' }),
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
      listConnections(context.db, context.viewer.tenantId, {
        ...parseSlice(input, context),
        ...(input?.application == null ? {} : { application: input.application }),
        ...(input?.status ? { status: input.status } : {}),
      }),
  }),
)

builder.queryField('connection', (t) =>
  t.field({
    type: ConnectionType,
    args: { input: t.arg({ type: ConnectionInput, required: true }) },
    resolve: (_root, { input }, context) => visible(input._id, context),
  }),
)

const StartConnectionInput = builder.inputType('StartConnectionInput', {
  fields: (t) => ({
    provider: t.string({ description: 'Needed only where several providers offer the application.' }),
    application: t.string({ required: true }),
    connectionId: t.string({ description: 'Given: the account is signed in again. The connection keeps its id.' }),
    requireConfirmation: t.boolean({ description: 'False: what is connected syncs at once. True unless given.' }),
  }),
})

interface Started {
  connectionId: string
  url: string
}

const StartedConnection = builder.objectRef<Started>('StartedConnection').implement({
  fields: (t) => ({
    connectionId: t.exposeString('connectionId', { nullable: false }),
    url: t.exposeString('url', { nullable: false, description: 'To be opened in a popup, within ten minutes.' }),
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
  const known = input.connectionId == null ? undefined : await visible(input.connectionId, context)
  if (known && known.application !== input.application) {
    throw badInput('input.application', `the connection is one of ${known.application}.`)
  }
  const wish = { application: input.application, provider: known?.provider ?? input.provider ?? undefined }
  const offer = onlyOffer(wish, await listProviders(db))
  const terms = { needsConfirmation: input.requireConfirmation ?? true, until: now() + REGISTRATION_MS }
  const { provider } = offer
  const { name: application, label } = offer.application
  const connection = known
    ? await startReconnect(db, known, terms)
    : await startConnection(db, viewer.tenantId, { provider, application, label, ...terms }, now())
  if (!connection) throw notFound(WHAT)
  return { connectionId: connection.connectionId, url: connectUrl(offer, connection.connectionId) }
}

function onlyOffer(wish: Parameters<typeof findApplications>[0], providers: readonly KnownProvider[]) {
  const [offer, ...others] = findApplications(wish, providers)
  if (!offer) throw badInput('input.application', 'no provider offers this application.')
  if (others.length > 0) throw badInput('input.provider', 'several providers offer this application; name one.')
  return offer
}

builder.mutationField('confirmConnection', (t) =>
  t.field({
    type: ConnectionType,
    description: 'Accepts the account that was connected; nothing syncs before. Confirming twice is confirming once.',
    args: { input: t.arg({ type: ConnectionInput, required: true }) },
    resolve: (_root, { input }, context) => confirm(input._id, context),
  }),
)

async function confirm(id: string, context: GraphContext): Promise<Connection> {
  const { db, connectionRules, now } = context
  const key = keyOf(id, context)
  const confirmed = await confirmConnection(db, connectionRules(await listProviders(db)), key, now())
  if (confirmed) return confirmed
  const connection = await visible(id, context)
  if (connection.status === 'active') return connection
  throw conflict(`The connection is ${connection.status}; there is no account to confirm.`)
}

builder.mutationField('disconnect', (t) =>
  t.field({
    type: ConnectionType,
    description: 'Forgets the credential and stops all syncs. What was brought in stays.',
    args: { input: t.arg({ type: ConnectionInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const connection = await disconnect(context.db, keyOf(input._id, context), context.now())
      if (!connection) throw notFound(WHAT)
      return connection
    },
  }),
)

function keyOf(id: string, { viewer }: GraphContext): ConnectionKey {
  return { tenantId: viewer.tenantId, connectionId: parseId(id, WHAT) }
}

/** The viewer's connection. One of somebody else is as unknown as one that never was. */
async function visible(id: string, context: GraphContext): Promise<Connection> {
  const connection = await findConnection(context.db, keyOf(id, context))
  if (!connection) throw notFound(WHAT)
  return connection
}
