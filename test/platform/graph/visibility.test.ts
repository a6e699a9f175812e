import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { schema } from '../../../platform/graph/schema.ts'
import { type Api, codeOf, someone, startApi } from './api.ts'

/** Every operation that takes an id, and how it is asked for one. */
const BY_ID: Record<string, { query: string; input: (id: string) => object }> = {
  connection: {
    query: 'query Ask($input: FindConnectionInput!) { connection(input: $input) { _id status } }',
    input: (_id) => ({ _id }),
  },
  block: {
    query: 'query Ask($input: FindBlockInput!) { block(input: $input) { _id } }',
    input: (_id) => ({ _id }),
  },
  syncRuns: {
    query: 'query Ask($input: SyncRunsInput!) { syncRuns(input: $input) { _id } }',
    input: (connectionId) => ({ connectionId }),
  },
  startConnection: {
    query: 'mutation Ask($input: StartConnectionInput!) { startConnection(input: $input) { connectionId url } }',
    input: (connectionId) => ({ application: 'mail', connectionId }),
  },
  confirmConnection: {
    query: 'mutation Ask($input: FindConnectionInput!) { confirmConnection(input: $input) { _id } }',
    input: (_id) => ({ _id }),
  },
  disconnect: {
    query: 'mutation Ask($input: FindConnectionInput!) { disconnect(input: $input) { _id } }',
    input: (_id) => ({ _id }),
  },
  ...Object.fromEntries(
    ['runSync', 'pauseSync', 'resumeSync'].map((name) => [
      name,
      {
        query: `mutation Ask($input: SyncInput!) { ${name}(input: $input) { sync } }`,
        input: (connectionId: string) => ({ connectionId, sync: 'email' }),
      },
    ]),
  ),
}
/** Those that take none: what they answer is the tenant's own, or everybody's. */
const WITHOUT_ID = ['tenant', 'applications', 'connections', 'changes']

let api: Api
let owner: string
let stranger: string
let connectionId: string
beforeAll(async () => {
  api = await startApi()
  owner = someone()
  stranger = someone()
  connectionId = await api.connect(owner)
})
afterAll(() => api.stop())

test('every operation of the schema stands in this matrix', () => {
  const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  )
  expect(operations.sort()).toEqual([...Object.keys(BY_ID), ...WITHOUT_ID].sort())
})

describe.each(Object.entries(BY_ID))('%s', (name, { query, input }) => {
  const ask = async (email: string, id: string) => {
    const { status, data, errors } = await api.ask(email, query, { input: input(id) })
    const shown = errors?.map(({ message, path, extensions: { requestId: _, ...rest } }) => ({
      message,
      path,
      ...rest,
    }))
    return { status, data, errors: shown }
  }

  test('what is foreign, what is missing and what is no id are answered alike', async () => {
    const foreign = await ask(stranger, connectionId)
    expect(foreign.status).toBe(200)
    expect(foreign.data).toEqual({ [name]: null })
    expect(foreign.errors).toEqual([
      { message: expect.stringMatching(/was not found\.$/), path: [name], code: 'NOT_FOUND' },
    ])
    expect(await ask(stranger, randomUUID())).toEqual(foreign)
    expect(await ask(stranger, 'no-id')).toEqual(foreign)
    expect(await ask(owner, randomUUID())).toEqual(foreign)
  })
})

test('a stranger changes nothing by asking', async () => {
  const { data } = await api.ask(
    owner,
    'query Q($input: FindConnectionInput!) { connection(input: $input) { status syncs { pausedByUser } } }',
    {
      input: { _id: connectionId },
    },
  )
  expect(data).toEqual({ connection: { status: 'active', syncs: [{ pausedByUser: false }] } })
})

test('lists hold nothing of another tenant', async () => {
  const query = '{ connections { _id } changes { events { _id } } tenant { email } }'
  const [mine, theirs] = await Promise.all([api.ask(owner, query), api.ask(stranger, query)])
  expect(mine.data.connections).toEqual([{ _id: connectionId }])
  expect(theirs.data).toEqual({ connections: [], changes: { events: [] }, tenant: { email: stranger } })
})

test('someone who does not sign in gets nothing at all', async () => {
  for (const { query, input } of Object.values(BY_ID)) {
    const response = await api.post('/api/v1/graph', { query, variables: { input: input(connectionId) } })
    expect([401, 200]).toContain(response.status)
    const body = (await response.json()) as { data?: unknown; errors: { extensions: { code: string } }[] }
    expect(body.data).toBeUndefined()
    expect(['UNAUTHENTICATED_NO_TOKEN', 'RATE_LIMITED']).toContain(codeOf({ errors: body.errors as never }))
  }
})
