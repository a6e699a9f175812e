import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@jest/globals'
import { type Api, newEmail, startApi } from '../graph/api.ts'
import { KEY } from '../graph/provider.ts'

const RUN = 'mutation Run($input: SyncInput!) { runSync(input: $input) { state } }'

/** A provider whose page comes when it is told to. */
function slowly(api: Api) {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<object>()
  api.provider.responses.set('/sync/email', () => {
    asked.resolve()
    return answered.promise
  })
  return { asked: asked.promise, answer: answered.resolve }
}

test('what is running when the platform stops ends its page, and the sync is free for others', async () => {
  const api = await startApi({ SYNC_WORKER_GRACE_MS: '5000' })
  const email = newEmail()
  const connectionId = await api.connect(email)
  const page = slowly(api)
  const run = api.execute(email, RUN, { input: { connectionId, sync: 'email' } })
  await page.asked
  const db = api.db
  const stopped = api.stopPlatform()
  page.answer({ items: [], pagination: { hasMore: true, cursor: 'next', pageSize: 0 } })
  expect((await run).status).toBe(200)
  await stopped
  const sync = await db.selectFrom('syncs').selectAll().executeTakeFirstOrThrow()
  expect(sync).toMatchObject({ worker: null, lease_until: null, checkpoint: { cursor: 'next' } })
  await expect(fetch(`${api.url}/api/v1/hello`)).rejects.toThrow()
  await api.stop()
})

test('a worker answers neither the graph nor registrations, and tells no figures of the whole store', async () => {
  const api = await startApi({ ROLE: 'worker' })
  try {
    expect((await fetch(`${api.url}/api/v1/ready`)).status).toBe(200)
    expect((await api.post('/api/v1/graph', {})).status).toBe(404)
    expect((await api.register('x')).status).toBe(404)
    const figures = await fetch(`${api.url}/metrics`, { headers: { Authorization: `Bearer ${KEY}` } })
    expect(await figures.text()).not.toContain('platform_sync_health{')
  } finally {
    await api.stop()
  }
})

test('a request that has begun is answered while the platform stops, and its connection is closed then', async () => {
  const api = await startApi()
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  const head = ['POST / HTTP/1.1', 'Host: platform', `Authorization: Bearer ${KEY}`, 'Content-Type: application/json']
  socket.write([...head, 'Content-Length: 2', 'Expect: 100-continue', '', ''].join('\r\n'))
  const [begun] = await once(socket, 'data')
  expect(String(begun)).toMatch(/^HTTP\/1\.1 100 /)
  const stopped = api.stopPlatform()
  socket.write('{}')
  const [answer] = await once(socket, 'data')
  socket.destroy()
  await stopped
  await api.stop()
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/is)
  expect(String(answer)).toContain('"type":"http://platform/validation-error"')
})
