import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, codeOf, newEmail, START, startApi } from '../api.ts'

const CONNECTION = `query Connection($input: FindConnectionInput!) {
  connection(input: $input) {
    _id provider application label email status scopeMessage dateCreated dateUpdated
    syncs { sync health pausedByUser failureCount dateLastSuccess dateNextRun lastError { title } lastRun { state } }
  }
}`
const CONFIRM =
  'mutation Confirm($input: FindConnectionInput!) { confirmConnection(input: $input) { _id status syncs { sync } } }'
const DISCONNECT = 'mutation Disconnect($input: FindConnectionInput!) { disconnect(input: $input) { _id status } }'
const RUN =
  'mutation Run($input: SyncInput!) { runSync(input: $input) { _id state trigger created unchanged pages error { title } } }'

const MAIL = {
  blockType: 'email',
  provider: 'acme',
  application: 'mail',
  externalId: 'm-1',
  uri: 'https://mail.example/1',
  from: { email: 'grace@navy.example' },
  to: [],
  cc: [],
  subject: 'Hello',
  bodyText: 'Dear Ada',
  dateReceived: 1,
}

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const start = async (email: string, input: object = {}) => {
  const result = await api.execute(email, START, { input: { application: 'mail', ...input } })
  return result.data.startConnection as { connectionId: string; url: string }
}
const connection = async (email: string, _id: string) =>
  (await api.execute(email, CONNECTION, { input: { _id } })).data.connection as Record<string, unknown>

describe('applications', () => {
  test('are those of the provider, with the kinds of data that they import', async () => {
    const query =
      '{ applications { provider name label description iconUrl authentication reachable sobjects { email calendar table } connectMethods } }'
    const { data } = await api.execute(newEmail(), query)
    expect(data.applications).toContainEqual({
      provider: 'acme',
      name: 'mail',
      label: 'The mail',
      description: 'A mail.',
      iconUrl: null,
      authentication: true,
      reachable: true,
      sobjects: { email: true, calendar: false, table: false },
      connectMethods: ['oauth', 'key'],
    })
    expect(data.applications).toContainEqual(expect.objectContaining({ name: 'diary', connectMethods: ['oauth'] }))
  })
})

describe('connecting', () => {
  test('starts at the popup of the provider and syncs only after confirmation', async () => {
    const email = newEmail()
    const { connectionId, url } = await start(email)
    expect(url).toBe(`${api.provider.url}/auth/connect?application=mail&connectionId=${connectionId}`)
    expect(await connection(email, connectionId)).toMatchObject({ status: 'pending', email: null, syncs: [] })

    expect((await api.register(connectionId)).status).toBe(200)
    expect(await connection(email, connectionId)).toMatchObject({
      status: 'unconfirmed',
      email: 'ada@vendor.example',
      syncs: [],
    })

    const confirmed = await api.execute(email, CONFIRM, { input: { _id: connectionId } })
    expect(confirmed.data.confirmConnection).toMatchObject({ status: 'active', syncs: [{ sync: 'email' }] })
    const again = await api.execute(email, CONFIRM, { input: { _id: connectionId } })
    expect(again.data).toEqual(confirmed.data)
  })

  test('confirms the account that was shown, and no other one', async () => {
    const email = newEmail()
    const { connectionId } = await start(email)
    await api.register(connectionId)
    await api.register(connectionId, 'mallory@vendor.example')
    const confirm =
      'mutation Confirm($input: FindConnectionInput!, $email: String) { confirmConnection(input: $input, email: $email) { status } }'
    const confirmed = (shown: string) => api.execute(email, confirm, { input: { _id: connectionId }, email: shown })
    expect(codeOf(await confirmed('ada@vendor.example'))).toBe('CONFLICT')
    expect(await connection(email, connectionId)).toMatchObject({ status: 'unconfirmed', syncs: [] })
    expect((await confirmed('mallory@vendor.example')).data).toEqual({ confirmConnection: { status: 'active' } })
    expect(codeOf(await confirmed('ada@vendor.example'))).toBe('CONFLICT')
  })

  test('is over with the confirmation: another account cannot take its place afterwards', async () => {
    const email = newEmail()
    const { connectionId } = await start(email)
    await api.register(connectionId)
    await api.execute(email, CONFIRM, { input: { _id: connectionId } })
    expect((await api.register(connectionId, 'mallory@vendor.example')).status).toBe(404)
    expect(await connection(email, connectionId)).toMatchObject({ status: 'active', email: 'ada@vendor.example' })
  })

  test('needs no confirmation if that was requested at the start', async () => {
    const email = newEmail()
    const id = await api.connect(email, 'diary')
    const found = await connection(email, id)
    expect(found).toMatchObject({ status: 'active', application: 'diary', label: 'The diary', provider: 'acme' })
    expect(found.syncs).toEqual([expect.objectContaining({ sync: 'calendar', health: 'healthy', failureCount: 0 })])
  })

  test('cannot be confirmed before there is an account', async () => {
    const email = newEmail()
    const { connectionId } = await start(email)
    const result = await api.execute(email, CONFIRM, { input: { _id: connectionId } })
    expect([result.status, codeOf(result)]).toEqual([200, 'CONFLICT'])
  })

  test('is refused for an unknown application', async () => {
    const result = await api.execute(newEmail(), START, { input: { application: 'chat' } })
    expect(codeOf(result)).toBe('BAD_USER_INPUT')
    expect(result.errors?.[0]?.message).toBe('input.application: no provider offers this application.')
  })

  test('again names the account that was connected, to the vendor’s page', async () => {
    const email = newEmail()
    const id = await api.connect(email)
    const { url } = await start(email, { connectionId: id })
    expect(new URL(url).searchParams.get('login_hint')).toBe('ada@vendor.example')
  })

  test('again retains the id, the syncs and the paused state', async () => {
    const email = newEmail()
    const id = await api.connect(email)
    await api.execute(email, 'mutation P($input: SyncInput!) { pauseSync(input: $input) { pausedByUser } }', {
      input: { connectionId: id, sync: 'EMAIL' },
    })
    await api.execute(email, DISCONNECT, { input: { _id: id } })
    expect(await connection(email, id)).toMatchObject({ status: 'disconnected' })

    const again = await start(email, { connectionId: id, requireConfirmation: false })
    expect(again.connectionId).toBe(id)
    expect((await api.register(id)).status).toBe(200)
    expect(await connection(email, id)).toMatchObject({
      status: 'active',
      syncs: [{ sync: 'email', pausedByUser: true }],
    })
  })

  test('with a key opens the form of the provider, also the next time', async () => {
    const email = newEmail()
    const { connectionId, url } = await start(email, { method: 'key', requireConfirmation: false })
    expect(new URL(url).searchParams.get('method')).toBe('key')
    const dateCertificateEnd = Date.UTC(2027, 0, 31)
    await api.register(connectionId, undefined, { method: 'key', dateCertificateEnd })
    const query = `query C($input: FindConnectionInput!) { connection(input: $input) { connectMethod dateCertificateEnd } }`
    const find = async () => (await api.execute(email, query, { input: { _id: connectionId } })).data.connection
    expect(await find()).toEqual({ connectMethod: 'key', dateCertificateEnd })
    const again = await start(email, { connectionId, requireConfirmation: false })
    expect(new URL(again.url).searchParams.get('method')).toBe('key')
    const signIn = await start(email, { connectionId, requireConfirmation: false, method: 'oauth' })
    expect(new URL(signIn.url).searchParams.has('method')).toBe(false)
    await api.register(connectionId, 'grace@vendor.example', { dateCertificateEnd: 'soon' })
    expect(await find()).toEqual({ connectMethod: 'oauth', dateCertificateEnd: null })
  })

  test('with a key is refused where the application offers none', async () => {
    const result = await api.execute(newEmail(), START, { input: { application: 'diary', method: 'key' } })
    expect(codeOf(result)).toBe('BAD_USER_INPUT')
    expect(result.errors?.[0]?.message).toBe('input.method: diary is connected by oauth.')
  })

  test('again is refused for another application', async () => {
    const email = newEmail()
    const id = await api.connect(email)
    const result = await api.execute(email, START, { input: { application: 'diary', connectionId: id } })
    expect(codeOf(result)).toBe('BAD_USER_INPUT')
  })
})

describe('syncs', () => {
  test('run on request, and the run has the counts of the items', async () => {
    const email = newEmail()
    const id = await api.connect(email)
    api.provider.responses.set('/sync/email', () => ({ items: [MAIL], pagination: { hasMore: false, pageSize: 1 } }))
    const run = async () => (await api.execute(email, RUN, { input: { connectionId: id, sync: 'email' } })).data.runSync
    expect(await run()).toMatchObject({
      state: 'ok',
      trigger: 'manual',
      created: 1,
      unchanged: 0,
      pages: 1,
      error: null,
    })
    expect(await run()).toMatchObject({ state: 'ok', created: 0, unchanged: 1 })
    const runs = await api.execute(
      email,
      'query R($input: SyncRunsInput!) { syncRuns(input: $input) { created unchanged } }',
      {
        input: { connectionId: id, sync: 'email' },
      },
    )
    expect(runs.data.syncRuns).toEqual([
      { created: 0, unchanged: 1 },
      { created: 1, unchanged: 0 },
    ])
  })

  test('with an invalid credential stop the connection until someone signs in again', async () => {
    const email = newEmail()
    const id = await api.connect(email)
    const expired = {
      type: 'https://x/credentials-expired',
      title: 'Credentials expired',
      status: 401,
      detail: 'Sign in.',
    }
    api.provider.responses.set('/sync/email', () => expired)
    api.provider.responses.set('/auth/refresh', () => expired)
    const run = await api.execute(email, RUN, { input: { connectionId: id, sync: 'email' } })
    expect(run.data.runSync).toMatchObject({ state: 'failed', error: { title: 'Credentials expired' } })
    expect(await connection(email, id)).toMatchObject({ status: 'reconnect_required' })
    const refused = await api.execute(email, RUN, { input: { connectionId: id, sync: 'email' } })
    expect(codeOf(refused)).toBe('CONFLICT')

    api.provider.responses.clear()
    await start(email, { connectionId: id })
    await api.register(id)
    expect(await connection(email, id)).toMatchObject({ _id: id, status: 'active' })
  })

  test('can be paused and resumed by their owner', async () => {
    const email = newEmail()
    const id = await api.connect(email)
    const input = { connectionId: id, sync: 'email' }
    const set = async (name: string) =>
      (
        await api.execute(email, `mutation S($input: SyncInput!) { ${name}(input: $input) { pausedByUser } }`, {
          input,
        })
      ).data
    expect(await set('pauseSync')).toEqual({ pauseSync: { pausedByUser: true } })
    expect(await set('resumeSync')).toEqual({ resumeSync: { pausedByUser: false } })
    const missing = await api.execute(email, 'mutation S($input: SyncInput!) { pauseSync(input: $input) { sync } }', {
      input: { ...input, sync: 'calendar' },
    })
    expect(codeOf(missing)).toBe('NOT_FOUND')
  })
})

describe('lists', () => {
  test('accept a filter, a size and a page, and warn when the size is clamped', async () => {
    const email = newEmail()
    const [first, second] = [await api.connect(email), await api.connect(email, 'diary')]
    const list = async (input: object) =>
      api.execute(email, 'query L($input: ConnectionsInput) { connections(input: $input) { _id } }', { input })
    const ids = async (input: object) =>
      ((await list(input)).data.connections as { _id: string }[]).map(({ _id }) => _id)
    expect(await ids({ application: 'diary' })).toEqual([second])
    expect(await ids({ status: 'ACTIVE', size: 1 })).toHaveLength(1)
    expect(new Set([...(await ids({ size: 1, page: 0 })), ...(await ids({ size: 1, page: 1 }))])).toEqual(
      new Set([first, second]),
    )
    expect(await ids({ page: 7 })).toHaveLength(2)
    expect(await ids({ size: 0 })).toEqual([])
    expect(codeOf(await list({ size: -1 }))).toBe('BAD_USER_INPUT')
    expect(codeOf(await list({ size: 500, page: 300 }))).toBe('BAD_USER_INPUT')
    expect((await list({ size: 501 })).extensions).toMatchObject({
      warnings: [{ code: 'SIZE_CLAMPED', requested: 501, applied: 500 }],
    })
  })

  test('of connections load all syncs in one statement', async () => {
    const email = newEmail()
    for (const application of ['mail', 'diary', 'mail']) await api.connect(email, application)
    const { data } = await api.execute(email, '{ connections { application syncs { sync } } }')
    expect(data.connections).toHaveLength(3)
    for (const { application, syncs } of data.connections as { application: string; syncs: object[] }[]) {
      expect(syncs).toEqual([{ sync: application === 'mail' ? 'email' : 'calendar' }])
    }
  })
})

describe('changes', () => {
  test('are returned in order and once when queried again with `next`', async () => {
    const email = newEmail()
    const id = await api.connect(email)
    const look = async (since?: string, size = 500) =>
      (
        await api.execute(
          email,
          'query C($input: ChangesInput) { changes(input: $input) { next events { sequence subject _id eventType } } }',
          {
            input: { since, size },
          },
        )
      ).data.changes as { next: string; events: { sequence: string; _id: string; subject: string }[] }
    const first = await look(undefined, 1)
    expect(first.events).toEqual([expect.objectContaining({ subject: 'connection', _id: id, eventType: 'UPDATED' })])
    await api.execute(email, DISCONNECT, { input: { _id: id } })
    const rest = await look(first.next)
    expect(rest.events.map(({ sequence }) => Number(sequence))).toEqual([Number(first.next) + 1])
    expect(await look(rest.next)).toEqual({ next: rest.next, events: [] })
    expect(codeOf(await api.execute(email, '{ changes(input: { since: "yesterday" }) { next } }'))).toBe(
      'BAD_USER_INPUT',
    )
  })
})
