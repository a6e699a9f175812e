import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, newEmail } from '../graph/api.ts'
import { QUERY, startTestPlatform, type TestPlatform } from './api.ts'
import { credentialsExpired, problem, type ReceivedRequest } from './provider.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.stop())
afterEach(() => platform.reset())

describe('executeQuery', () => {
  const RECORD = {
    provider: 'acme',
    application: 'crm',
    metadataType: 'Contact',
    externalId: 'c-1',
    title: 'Ada',
    uri: 'https://crm.example/c-1',
    values: [{ name: 'Name', value: 'Ada' }],
  }
  const query = (email: string, input: object) =>
    platform.execute(email, QUERY, { input: { metadataType: 'Contact', ...input } })

  test('queries the vendor with a credential that is renewed after a rejection', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const token = ({ body }: ReceivedRequest) =>
      (body.connectedProvider as { credential: { accessToken: string } }).credential.accessToken
    platform.provider.on('/auth/refresh', () => ({ body: { credential: { accessToken: 'token-2' } } }))
    platform.provider.on('/execute/query', (request) =>
      token(request) === 'token-2' ? { body: { records: [RECORD], hasMore: true } } : credentialsExpired(),
    )
    const searchCriteria = [
      { fieldName: 'Name', operator: 'STARTS_WITH', value: 'A' },
      { fieldName: 'Age', values: ['1', '2'] },
    ]
    const response = await query(email, { connectionId, searchCriteria, returnFields: ['Name'], limit: 500 })
    expect(response.errors).toBeUndefined()
    expect(response.data.executeQuery).toEqual({
      hasMore: true,
      records: [{ externalId: 'c-1', title: 'Ada', values: [{ name: 'Name', value: 'Ada' }] }],
    })
    expect(response.extensions).toMatchObject({ warnings: [{ code: 'SIZE_CLAMPED', applied: 200 }] })
    const { connectedProvider: _, ...sent } = platform.provider.requests.at(-1)?.body ?? {}
    expect(sent).toEqual({
      metadataType: 'Contact',
      returnFields: ['Name'],
      limit: 200,
      searchCriteria: [
        { fieldName: 'Name', operator: 'startsWith', value: 'A' },
        { fieldName: 'Age', operator: 'in', values: ['1', '2'] },
      ],
    })
  })

  test('rejects invalid criteria, and reports what the provider rejects', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const unknown = await query(email, { connectionId, searchCriteria: [{ fieldName: 'Name', operator: 'near' }] })
    expect(codeOf(unknown)).toBe('BAD_USER_INPUT')
    expect(platform.provider.requests).toEqual([])
    platform.provider.on('/execute/query', () =>
      problem(400, 'validation-error', 'There is no field Nme.', {
        errors: [{ pointer: '#/searchCriteria/0', detail: 'There is no field Nme.' }],
      }),
    )
    const refused = await query(email, { connectionId, searchCriteria: [{ fieldName: 'Nme', value: 'A' }] })
    expect(refused.errors?.[0]).toMatchObject({
      extensions: { code: 'BAD_USER_INPUT', errors: [{ pointer: '#/searchCriteria/0' }] },
    })
  })
})
