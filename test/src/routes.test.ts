import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { connectedProvider, credential } from './fixture-vendor.ts'
import { type RunningHub, startHub } from './hub.ts'

const DAY = { dateStart: 0, dateEnd: 86_400_000 }
const note = { _id: 'n1', title: 'Note', documentHtml: '<p>Hi</p>', tags: [] }
const tableMetadata = { metadataType: 'Account', label: 'Account', fields: [] }

/** A valid request for every route of the Provider Interface Specification that has a body. */
const REQUESTS: [path: string, body: Record<string, unknown>][] = [
  ['/auth/check', { application: 'acme-all', credential: credential() }],
  ['/auth/refresh', { connectedProvider: connectedProvider() }],
  ['/sync/transcription', { connectedProvider: connectedProvider(), transcriptionFilter: DAY }],
  ['/sync/email', { connectedProvider: connectedProvider(), filter: {} }],
  ['/sync/calendar', { connectedProvider: connectedProvider(), calendarFilter: DAY }],
  ['/sync/metadata', { connectedProvider: connectedProvider(), tableMetadata: [tableMetadata] }],
  [
    '/sync/table',
    {
      connectedProvider: connectedProvider(),
      recordFilter: { recordTypeFilters: [{ tableMetadata, externalIds: [] }] },
    },
  ],
  [
    '/sync/identifier',
    { connectedProvider: connectedProvider(), externalIdLinkObjects: [{ metadataType: 'Contact', tagType: 'person' }] },
  ],
  ['/sync/insight', { connectedProvider: connectedProvider(), filter: { insightTypeFilters: [] } }],
  [
    '/upsert/table',
    { connectedProvider: connectedProvider(), table: { metadata: tableMetadata, records: [{ values: [] }] } },
  ],
  ['/upsert/notes', { connectedProvider: connectedProvider(), externalNotes: [note] }],
  ['/tag/tag', { connectedProvider: connectedProvider(), tag: { alias: 'Ada' } }],
  ['/acme-all/link', { connectedProvider: connectedProvider(), url: 'https://vendor.example/d1' }],
  ['/install/function/inputs', { functionName: 'make-report', configuration: {} }],
  ['/execute/function', { functionName: 'make-report', configuration: {}, values: [] }],
  ['/execute/query', { connectedProvider: connectedProvider(), metadataType: 'Account', searchCriteria: [] }],
]

let hub: RunningHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.stop())

describe.each(REQUESTS)('POST %s', (path, body) => {
  test('responds to a valid request', async () => {
    const response = await hub.post(path, body)
    expect([response.status, await response.json()]).toEqual([200, expect.anything()])
  })

  test('refuses a request without the platform key', async () => {
    const response = await hub.post(path, body, { headers: { Authorization: '' } })
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="provider"')
  })

  test.each(Object.keys(body))('reports the member %s if it is missing or has another type', async (member) => {
    if (OPTIONAL.includes(`${path} ${member}`)) return
    const { [member]: _left, ...rest } = body
    for (const wrong of [rest, { ...body, [member]: 7 }]) {
      const response = await hub.post(path, wrong)
      const problem = (await response.json()) as { type: string; errors: { pointer: string }[] }
      expect(response.status).toBe(400)
      expect(response.headers.get('Content-Type')).toContain('application/problem+json')
      expect(problem.type).toBe('https://platform.example/validation-error')
      expect(problem.errors.map(({ pointer }) => pointer)).toContain(`#/${member}`)
    }
  })

  test.each(['not json', '[]', '7', 'null', ''])('refuses the body %j with a pointer', async (text) => {
    const response = await hub.post(path, text)
    const problem = (await response.json()) as { errors: unknown[] }
    expect(response.status).toBe(400)
    expect(problem.errors.length).toBeGreaterThan(0)
  })
})

/** Optional members. */
const OPTIONAL = [
  '/install/function/inputs configuration',
  '/execute/function configuration',
  '/execute/function values',
  '/execute/query searchCriteria',
]
