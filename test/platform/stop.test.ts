import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@jest/globals'
import { type Api, newEmail, startApi } from './graph/api.ts'
import { KEY } from './graph/provider.ts'

const RUN = 'mutation Run($input: SyncInput!) { runSync(input: $input) { state } }'

/** Makes the provider hold its next page until `respond` is called. */
function holdPage(api: Api) {
  const requested = Promise.withResolvers<void>()
  const response = Promise.withResolvers<object>()
  api.provider.responses.set('/sync/email', () => {
    requested.resolve()
    return response.promise
  })
  return { requested: requested.promise, respond: response.resolve }
}

test('a stopping platform lets running syncs finish their page, then releases them', async () => {
  const api = await startApi({ SYNC_WORKER_GRACE_MS: '5000' })
  const email = newEmail()
  const connectionId = await api.connect(email)
  const page = holdPage(api)
  const run = api.execute(email, RUN, { input: { connectionId, sync: 'email' } })
  await page.requested
  const db = api.db
  const stopped = api.stopPlatform()
  page.respond({ items: [], pagination: { hasMore: true, cursor: 'next', pageSize: 0 } })
  expect((await run).status).toBe(200)
  await stopped
  const sync = await db.selectFrom('syncs').selectAll().executeTakeFirstOrThrow()
  expect(sync).toMatchObject({ worker: null, lease_until: null, checkpoint: { cursor: 'next' } })
  await expect(fetch(`${api.url}/api/v1/hello`)).rejects.toThrow()
  await api.stop()
})

test('a worker serves neither the graph nor registrations, and has no metrics of the whole store', async () => {
  const api = await startApi({ ROLE: 'worker' })
  try {
    expect((await fetch(`${api.url}/api/v1/ready`)).status).toBe(200)
    expect((await api.post('/api/v1/graph', {})).status).toBe(404)
    expect((await api.register('x')).status).toBe(404)
    const metrics = await fetch(`${api.url}/metrics`, { headers: { Authorization: `Bearer ${KEY}` } })
    expect(await metrics.text()).not.toContain('platform_sync_health{')
  } finally {
    await api.stop()
  }
})

test('a stopping platform completes requests that have begun, and closes their connections', async () => {
  const api = await startApi()
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  const head = ['POST / HTTP/1.1', 'Host: platform', `Authorization: Bearer ${KEY}`, 'Content-Type: application/json']
  socket.write([...head, 'Content-Length: 2', 'Expect: 100-continue', '', ''].join('\r\n'))
  const [interim] = await once(socket, 'data')
  expect(String(interim)).toMatch(/^HTTP\/1\.1 100 /)
  const stopped = api.stopPlatform()
  socket.write('{}')
  const [response] = await once(socket, 'data')
  socket.destroy()
  await stopped
  await api.stop()
  expect(String(response)).toMatch(/^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/is)
  expect(String(response)).toContain('"type":"http://platform/validation-error"')
})
