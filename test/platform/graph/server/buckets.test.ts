import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { InFlightWrites } from '../../../../platform/actions/in-flight-writes.ts'
import { ProviderActions } from '../../../../platform/actions/provider-actions.ts'
import { createApp } from '../../../../platform/app.ts'
import { BucketChecks } from '../../../../platform/bucket-checks.ts'
import { registration } from '../../../../platform/connections/registration.ts'
import { readConsoleOptions } from '../../../../platform/console/options.ts'
import { createGraphServer } from '../../../../platform/graph/serve.ts'
import { GRAPH_LIMITS } from '../../../../platform/graph/server/limits.ts'
import { Metrics } from '../../../../platform/http/metrics.ts'
import { Authenticator } from '../../../../platform/sign-in/authenticator.ts'
import { startConnection } from '../../../../platform/storage/connections/lifecycle.ts'
import { findConnection } from '../../../../platform/storage/connections/lists.ts'
import { saveProvider } from '../../../../platform/storage/connections/providers.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { EachBucket } from '../../../../platform/storage/each-bucket.ts'
import { ping } from '../../../../platform/storage/postgres/database.ts'
import { EnvironmentReader } from '../../../../src/runtime/environment.ts'
import { type HttpServer, listen } from '../../../../src/runtime/http-server.ts'
import { createLog } from '../../../../src/runtime/log.ts'
import { Secret } from '../../../../src/runtime/secret.ts'
import { CONNECTION_DEPS, CREDENTIAL, DEFINITION, NEW_CONNECTION, NOW } from '../../storage/fixtures.ts'
import { openTwoBuckets, type TestBucket, type TwoBuckets } from '../../storage/two-buckets.ts'
import { newEmail, toGraphResponse } from '../api.ts'
import { KEY } from '../provider.ts'

let buckets: TwoBuckets
let each: EachBucket
let server: HttpServer
let stop: () => void
let ada: Tenant
let bob: Tenant

beforeAll(async () => {
  buckets = await openTwoBuckets()
  ada = await buckets.createTenant(buckets.first, newEmail())
  bob = await buckets.createTenant(buckets.second, newEmail())
  for (const { store } of [buckets.first, buckets.second]) {
    await saveProvider(store.db, { url: 'https://provider.example', definition: DEFINITION }, NOW)
  }
  const log = createLog('silent')
  const metrics = new Metrics()
  const now = () => NOW
  const tokens = {
    verify: async (email: string) => ({
      issuer: 'https://issuer.example',
      subject: email,
      email,
      dateExpires: NOW + 1,
    }),
  }
  const viewers = new Authenticator({ buckets, tokens, autoProvision: false, now })
  const inFlightWrites = new InFlightWrites(() => undefined)
  const shared = { createConnectionDeps: () => CONNECTION_DEPS, now }
  const graph = createGraphServer(
    {
      ...shared,
      buckets,
      worker: {} as never,
      createActions: (db) => new ProviderActions({ db, inFlightWrites } as never),
    },
    {
      viewers,
      limits: { ...GRAPH_LIMITS, requestBurst: 1_000, mutationBurst: 1_000 },
      strictStatus: false,
      metrics,
      log,
    },
  )
  each = new EachBucket(buckets)
  const checks = new BucketChecks(each)
  const services = {
    graph,
    registration: registration({ ...shared, buckets }),
    ping: () => ping(buckets.directory),
    warnings: () => checks.warnings,
  }
  const config = {
    platformKey: new Secret(KEY),
    role: 'all',
    trustProxy: false,
    corsOrigins: [],
    strictStatus: false,
    publicSchema: true,
    issuer: 'https://issuer.example',
    console: readConsoleOptions(new EnvironmentReader({})),
  } as const
  const app = createApp({ config, log, metrics, services: () => services })
  server = await listen(app.callback(), 0, { host: '127.0.0.1', stopGraceMs: 0 })
  stop = () => graph.stop()
})
afterEach(() => {
  buckets.setDirectoryAway(false)
  buckets.first.setAway(false)
  buckets.second.setAway(false)
})
afterAll(async () => {
  stop()
  await server.close()
  await buckets.close()
})

const post = (path: string, body: object, token: string) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
const execute = async ({ email }: Tenant, query: string) =>
  toGraphResponse(await post('/api/v1/graph', { query }, email))
const ready = async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/ready`)
  return [response.status, await response.json()]
}

const REMEMBER = (value: string) => `mutation { upsertOneMemory(input: { topic: "a", value: "${value}" }) { value } }`

test('a request reads and writes in the bucket of its viewer', async () => {
  for (const tenant of [ada, bob]) expect((await execute(tenant, REMEMBER(tenant.email))).errors).toBeUndefined()
  for (const [{ store }, { tenantId, email }] of [
    [buckets.first, ada],
    [buckets.second, bob],
  ] as const) {
    const memories = await store.db.selectFrom('memories').select(['tenant_id', 'value']).execute()
    expect(memories).toEqual([{ tenant_id: tenantId, value: email }])
  }
  expect((await execute(bob, '{ tenant { _id email } }')).data).toEqual({
    tenant: { _id: bob.tenantId, email: bob.email },
  })
})

test('while a bucket is away, its tenants are told what they are told without a database, and others are served', async () => {
  buckets.second.setAway(true)
  for (const query of ['{ connections { _id } }', REMEMBER('later')]) {
    const { status, errors } = await execute(bob, query)
    expect([status, errors?.[0]?.extensions.code]).toEqual([200, 'SERVICE_UNAVAILABLE'])
    expect(errors?.[0]?.message).toBe('The database is overloaded or unavailable. Try again in a moment.')
    expect((await execute(ada, query)).errors).toBeUndefined()
  }
  buckets.second.setAway(false)
  expect((await execute(bob, '{ connections { _id } }')).errors).toBeUndefined()
})

test('while the directory is away, only people who are known already are served', async () => {
  await execute(ada, '{ tenant { _id } }')
  const eve = await buckets.createTenant(buckets.second, newEmail())
  buckets.setDirectoryAway(true)
  expect((await execute(ada, '{ tenant { _id } }')).errors).toBeUndefined()
  const { status, errors } = await execute(eve, '{ tenant { _id } }')
  expect([status, errors?.[0]?.extensions.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect((await ready())[0]).toBe(503)
  buckets.setDirectoryAway(false)
  expect((await execute(eve, '{ tenant { _id } }')).data).toEqual({ tenant: { _id: eve.tenantId } })
})

test('the platform is ready while buckets are away, and names them', async () => {
  await each.check()
  expect(await ready()).toEqual([200, { status: 'ready' }])
  buckets.second.setAway(true)
  await each.check()
  const warnings = ['Buckets do not respond, so their tenants are not served: bucket_2.']
  expect(await ready()).toEqual([200, { status: 'ready', warnings }])
  buckets.second.setAway(false)
  await each.check()
  expect(await ready()).toEqual([200, { status: 'ready' }])
})

const register = async (connectionId: string) =>
  (await post('/api/v1/connections/registration', { connectionId, credential: CREDENTIAL }, KEY)).status
const start = ({ store }: TestBucket, { tenantId }: Tenant) => startConnection(store.db, tenantId, NEW_CONNECTION, NOW)

test('a registration is completed in the bucket that has the connection, also while another one is away', async () => {
  for (const [bucket, other, { tenantId }] of [
    [buckets.first, buckets.second, ada],
    [buckets.second, buckets.first, bob],
  ] as const) {
    const { connectionId } = await start(bucket, { tenantId } as Tenant)
    other.setAway(true)
    expect([await register(connectionId), await register(connectionId)]).toEqual([200, 200])
    expect(await findConnection(bucket.store.db, { tenantId, connectionId })).toMatchObject({ status: 'active' })
    other.setAway(false)
  }
})

test('a registration is refused if no bucket has the connection, but is to be repeated if one could not be asked', async () => {
  const { connectionId } = await start(buckets.second, bob)
  expect(await register(randomUUID())).toBe(404)
  expect(await register('no id')).toBe(404)
  buckets.second.setAway(true)
  expect([await register(connectionId), await register(randomUUID())]).toEqual([503, 503])
  buckets.second.setAway(false)
  expect(await register(connectionId)).toBe(200)
})
