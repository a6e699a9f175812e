import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Connection } from '../../../../demo/minimal-platform.ts'
import { type System, startSystem } from '../../../flows/system.ts'
import { textOf } from '../../../src/kit/documents/word-files.ts'
import { ADA } from '../sandbox.ts'
import { ITEM_PATH } from './sandbox.ts'

/** Tests the application as the platform uses it: over HTTP, starting with a user's sign-in. */
let system: System
let connection: Connection

beforeAll(async () => {
  system = await startSystem()
  connection = await system.connect('onedrive')
}, 60_000)
afterAll(() => system.stop())

const VALUES = ['Name', 'Company', 'Sender'].map((name) => ({ name, value: 'Ingrid' }))

async function post(path: string, body: object) {
  const response = await system.post(path, body)
  const calls = Number(response.headers.get('X-Vendor-Calls'))
  return { status: response.status, calls, body: (await response.json()) as ReturnType<typeof JSON.parse> }
}

const urlOf = (path: string) => system.sandbox.microsoft.readItem(ADA, path).webUrl
const functionOf = (members: object = {}) => ({
  functionName: 'word-from-template',
  configuration: { template: urlOf(ITEM_PATH.letter), ...members },
})

describe('over HTTP', () => {
  test('a link becomes a document, with three calls', async () => {
    const { status, calls, body } = await post('/onedrive/link', {
      connectedProvider: connection,
      url: urlOf(ITEM_PATH.notes),
    })
    expect([status, calls, body.metadataType, body.text]).toEqual([
      200,
      3,
      'document',
      expect.stringContaining('renewal talk'),
    ])
  })

  test('a link of another site is not found, without a call', async () => {
    const url = 'https://meridian.sharepoint.com.evil.example/:w:/s/Sales/E1'
    expect(await post('/onedrive/link', { connectedProvider: connection, url })).toMatchObject({
      status: 404,
      calls: 0,
    })
  })

  test('a function lists the placeholders of its template, and makes a document with five calls', async () => {
    const installed = await post('/install/function/inputs', { ...functionOf(), templateConnectedProvider: connection })
    expect(installed.body.inputs.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Company', 'Sender'])
    const providers = { templateConnectedProvider: connection, outputConnectedProvider: connection }
    const executed = await post('/execute/function', { ...functionOf({ name: 'Hub' }), values: VALUES, ...providers })
    expect(executed).toMatchObject({ status: 200, calls: 5, body: { title: 'Hub.docx' } })
    expect(textOf(system.sandbox.microsoft.readItem(ADA, 'Hub.docx').bytes)).toContain('Dear Ingrid,')
  })

  test.each(['template', 'output'])('a connection that has ended is named by id and role: %s', async (role) => {
    const credential = { ...connection.credential, accessToken: 'EwB4-a-token-that-Microsoft-never-issued' }
    const providers = {
      templateConnectedProvider: connection,
      outputConnectedProvider: connection,
      [`${role}ConnectedProvider`]: { ...connection, connectionId: `c-${role}`, credential },
    }
    const { status, body } = await post('/execute/function', { ...functionOf(), values: VALUES, ...providers })
    expect([status, body]).toEqual([
      401,
      expect.objectContaining({
        type: expect.stringMatching(/\/credentials-expired$/),
        connectionId: `c-${role}`,
        role,
      }),
    ])
  })
})
