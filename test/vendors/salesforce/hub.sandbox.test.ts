import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Connection } from '../../../demo/minimal-platform.ts'
import { type System, startSystem } from '../../flows/system.ts'

/** Tests the application as the platform uses it: over HTTP, starting with a user's sign-in. */
let system: System
let connectedProvider: Connection

beforeAll(async () => {
  system = await startSystem()
  connectedProvider = await system.connect('salesforce')
}, 60_000)
afterAll(() => system.stop())

async function post(path: string, body: object, credential: object = {}) {
  const connection = { ...connectedProvider, credential: { ...connectedProvider.credential, ...credential } }
  const response = await system.post(path, { connectedProvider: connection, ...body })
  const calls = response.headers.get('X-Vendor-Calls')
  return {
    status: response.status,
    calls: Number(calls),
    body: (await response.json()) as ReturnType<typeof JSON.parse>,
  }
}

const query = (metadataType: string, value: string) =>
  post('/execute/query', { metadataType, searchCriteria: { Name: value }, returnFields: ['Name'], limit: 1 })

async function idOf(metadataType: string, value: string): Promise<string> {
  return (await query(metadataType, value)).body.records[0].externalId
}

describe('over HTTP', () => {
  test('records are searched, tagged, linked and written', async () => {
    const externalId = await idOf('Account', 'Halden Trelast AS')
    expect((await post('/tag/tag', { tag: { externalId } })).body).toMatchObject({ alias: 'Halden Trelast AS' })
    const url = `${system.sandbox.salesforce.origin}/lightning/r/Account/${externalId}/view`
    expect((await post('/salesforce/link', { url })).body).toMatchObject({
      externalId,
      title: 'Halden Trelast AS',
      url,
    })
    const records = [
      { externalId, values: [{ name: 'Industry', value: 'Retail' }] },
      { values: [{ name: 'Name', value: 'New' }] },
    ]
    const table = { metadata: { metadataType: 'Account' }, records }
    const written = await post('/upsert/table', { table })
    expect(written).toMatchObject({
      status: 200,
      body: { records: [{ externalId }, { externalId: expect.stringMatching(/^001/) }] },
    })
  })

  test('a write that fails in part is a problem with every outcome', async () => {
    const records = [{ values: [{ name: 'LastName', value: 'Fine' }] }, { values: [{ name: 'Email', value: 'x' }] }]
    const { status, body } = await post('/upsert/table', { table: { metadata: { metadataType: 'Contact' }, records } })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      type: expect.stringMatching(/\/partial-failure$/),
      errors: expect.arrayContaining([expect.objectContaining({ pointer: '#/table/records/1' })]),
      table: { records: [{ externalId: expect.stringMatching(/^003/) }, {}] },
    })
  })

  test('a note is returned with its id', async () => {
    const externalId = await idOf('Contact', 'Ingrid Sørensen')
    const note = {
      _id: 'n1',
      externalId: '',
      title: 'Hello',
      documentHtml: '<p>x</p>',
      tags: [{ externalId, tagType: 'person' }],
    }
    const { status, body } = await post('/upsert/notes', { externalNotes: [note] })
    expect([status, body]).toEqual([200, [{ ...note, externalId: expect.stringMatching(/^069/) }]])
  })

  test('a function returns its inputs and its file', async () => {
    const configuration = { soql: 'SELECT Name FROM Account WHERE Name = {{name}}' }
    const functionName = 'salesforce-report-to-file'
    const { body } = await post('/install/function/inputs', { functionName, configuration })
    expect(body.inputs.map(({ name }: { name: string }) => name)).toEqual(['name', 'fileName', 'recordId'])
    const values = [{ name: 'name', value: 'Halden Trelast AS' }]
    const run = await post('/execute/function', {
      functionName,
      configuration,
      values,
      outputConnectedProvider: connectedProvider,
    })
    expect(run.body.outputUrl).toMatch(/\/lightning\/r\/ContentDocument\/069\w{15}\/view$/)
  })

  test.each(['/upsert/table', '/upsert/notes', '/tag/tag'])('%s requires the host of the org', async (path) => {
    const body = { table: { metadata: { metadataType: 'Contact' }, records: [] }, externalNotes: [], tag: {} }
    const { status, body: problem } = await post(path, body, { instanceUrl: undefined })
    expect([status, problem.errors[0].pointer]).toEqual([400, '#/connectedProvider/credential/instanceUrl'])
  })

  test.each([
    ['/sync/metadata', { tableMetadata: [] }],
    ['/sync/table', { recordFilter: { recordTypeFilters: [] } }],
    ['/sync/identifier', { externalIdLinkObjects: [] }],
    ['/sync/insight', { filter: { insightTypeFilters: [] } }],
    ['/upsert/table', { table: { metadata: { metadataType: 'Contact' }, records: [] } }],
    ['/upsert/notes', { externalNotes: [] }],
    ['/tag/tag', { tag: { externalId: 'x' } }],
    ['/salesforce/link', { url: 'https://acme.lightning.force.com/lightning/r/Account/0015c00002Lz9mUAAR/view' }],
    ['/execute/query', { metadataType: 'Account' }],
  ])('%s sends no token to another host', async (path, body) => {
    const previousCount = system.sandbox.salesforce.ledger.count({})
    for (const instanceUrl of ['https://evil.example', 'https://acme.my.salesforce.com', 'http://127.0.0.1:1']) {
      expect(await post(path, body, { instanceUrl })).toMatchObject({ status: 400, calls: 0 })
    }
    expect(system.sandbox.salesforce.ledger.count({})).toBe(previousCount)
  })

  test('no log line contains a token', async () => {
    await query('Account', "' OR Name != '")
    const { accessToken, refreshToken } = connectedProvider.credential as Record<string, string>
    for (const secret of [accessToken, refreshToken]) expect(system.log()).not.toContain(secret)
    expect(system.log()).not.toContain(system.sandbox.salesforce.oauth.clients[0]?.secret)
  })
})
