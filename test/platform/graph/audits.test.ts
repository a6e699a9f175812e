import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { serverAudits } from 'graphql-http'
import { type Api, newEmail, startApi } from './api.ts'

/** Both need introspection, which is disabled. */
const EXPECTED = ['28B9', '2EA1']

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

test('keeps every rule of GraphQL over HTTP that does not need introspection', async () => {
  const token = await api.issuer.token(newEmail())
  const fetchFn = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } })
  const audits = serverAudits({ url: `${api.url}/api/v1/graph`, fetchFn })
  const results = await Promise.all(audits.map((audit) => audit.fn()))
  const failed = results.filter(({ status }) => status === 'error' || status === 'warn')
  expect(results).toHaveLength(61)
  expect(failed.map(({ id }) => id).sort()).toEqual(EXPECTED)
})
