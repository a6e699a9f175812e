import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, createGet, type Get } from '../harness.ts'

const [ADA_ID, CHLOE_ID, INGRID_ID] = ['01', '04', '06'].map((digits) => `1081140932174466020${digits}`)
const FIELDS = { personFields: 'names,emailAddresses' }

let google: GoogleSandbox
let get: Get

beforeEach(async () => {
  google = await startGoogle()
  get = createGet(google, ADA, [SCOPE.directoryReadonly])
})
afterEach(() => google.stop())

describe('people', () => {
  test('of the own domain have an address under the scope of the directory', async () => {
    const { body } = await get(`/v1/people/${CHLOE_ID}`, FIELDS)
    expect(body).toMatchObject({
      resourceName: `people/${CHLOE_ID}`,
      etag: expect.any(String),
      names: [{ displayName: 'Chloé Lefèvre' }],
      emailAddresses: [{ metadata: { primary: true }, value: 'chloe@meridian.example' }],
    })
    google.settings.peopleAddresses = 'none'
    expect((await get(`/v1/people/${CHLOE_ID}`, FIELDS)).body).not.toHaveProperty('emailAddresses')
    expect((await get(`/v1/people/${ADA_ID}`, FIELDS)).body.emailAddresses).toHaveLength(1)
  })

  test('elsewhere, and under other scopes, have a name only', async () => {
    const { body } = await get(`/v1/people/${INGRID_ID}`, FIELDS)
    expect(Object.keys(body)).toEqual(['resourceName', 'etag', 'names'])
    const withContacts = createGet(google, ADA, [SCOPE.contactsReadonly, SCOPE.otherContactsReadonly])
    expect((await withContacts(`/v1/people/${CHLOE_ID}`, FIELDS)).body).not.toHaveProperty('emailAddresses')
  })

  test('are read from the sources that the request names', async () => {
    const sources = ['READ_SOURCE_TYPE_CONTACT', 'READ_SOURCE_TYPE_OTHER_CONTACT']
    expect((await get(`/v1/people/${CHLOE_ID}`, { ...FIELDS, sources })).body).not.toHaveProperty('emailAddresses')
    expect((await get(`/v1/people/${CHLOE_ID}`, { ...FIELDS, sources: 'PROFILE' })).status).toBe(400)
  })

  test.each([
    ['no fields', {}, 'personFields mask is required'],
    ['an unknown field', { personFields: 'names,email' }, 'Invalid personFields mask path: "email"'],
    ['an unknown parameter', { ...FIELDS, source: 'x' }, 'Unknown name "source"'],
  ])('cannot be requested with %s', async (_, query, message) => {
    const { status, body } = await get(`/v1/people/${CHLOE_ID}`, query)
    expect([status, body.error.status]).toEqual([400, 'INVALID_ARGUMENT'])
    expect(body.error.message).toContain(message)
  })

  test('are unknown under ids that are no account', async () => {
    expect(await get('/v1/people/773777777772777777777', FIELDS)).toMatchObject({
      status: 404,
      body: { error: { status: 'NOT_FOUND' } },
    })
    expect((await createGet(google, ADA, [SCOPE.meetReadonly])(`/v1/people/${CHLOE_ID}`, FIELDS)).status).toBe(403)
  })
})
