import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Connection } from '../../../../demo/minimal-platform.ts'
import { FILE_ID } from '../../../../sandbox/google/index.ts'
import { type System, startSystem } from '../../../flows/system.ts'

/** Tests the application as the platform uses it: over HTTP, starting with a user's sign-in. */
let system: System
let connection: Connection

beforeAll(async () => {
  system = await startSystem()
  connection = await system.connect('google-docs')
}, 60_000)
afterAll(() => system.stop())

const FROM_TEMPLATE = { functionName: 'google-docs-from-template', configuration: { template: FILE_ID.letter } }
const VALUES = [
  { name: 'Name', value: 'Ingrid' },
  { name: 'Company', value: 'Halden' },
]

async function post(path: string, body: object) {
  const response = await system.post(path, body)
  const calls = Number(response.headers.get('X-Vendor-Calls'))
  return { status: response.status, calls, body: (await response.json()) as ReturnType<typeof JSON.parse> }
}

function withToken(accessToken: string, connectionId: string): Connection {
  return { ...connection, connectionId, credential: { ...connection.credential, accessToken } }
}

describe('over HTTP', () => {
  test('a link becomes a document', async () => {
    const url = `https://docs.google.com/document/d/${FILE_ID.notes}/edit`
    const { status, body } = await post('/google-docs/link', { connectedProvider: connection, url })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ externalId: FILE_ID.notes, metadataType: 'document' }),
    ])
  })

  test('a function lists the placeholders of its template, and makes a document with five calls', async () => {
    const installed = await post('/install/function/inputs', {
      ...FROM_TEMPLATE,
      templateConnectedProvider: connection,
    })
    expect(installed.body.inputs.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Company'])
    expect(installed.calls).toBe(2)
    const providers = { templateConnectedProvider: connection, outputConnectedProvider: connection }
    const executed = await post('/execute/function', { ...FROM_TEMPLATE, values: VALUES, ...providers })
    expect(executed).toMatchObject({ status: 200, calls: 5, body: { externalId: expect.any(String) } })
    expect(system.sandbox.google.readFile(executed.body.externalId).text).toContain('Dear Ingrid,')
  })

  test.each([
    ['template', 'c-template'],
    ['output', 'c-output'],
  ])('a connection that has ended is named by id and role: %s', async (role, connectionId) => {
    const ended = withToken('ya29.a-token-that-google-never-issued', connectionId)
    const providers = {
      templateConnectedProvider: connection,
      outputConnectedProvider: connection,
      [`${role}ConnectedProvider`]: ended,
    }
    const { status, body } = await post('/execute/function', { ...FROM_TEMPLATE, values: VALUES, ...providers })
    expect([status, body]).toEqual([
      401,
      expect.objectContaining({ type: expect.stringMatching(/\/credentials-expired$/), connectionId, role }),
    ])
    expect(JSON.stringify(body)).not.toContain('ya29')
  })

  test('without a connection and fields both are named', async () => {
    const { status, body } = await post('/install/function/inputs', FROM_TEMPLATE)
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      400,
      ['#/templateConnectedProvider', '#/configuration/fields'],
    ])
  })
})
