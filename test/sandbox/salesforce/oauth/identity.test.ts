import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, BILAL, post, withToken } from '../harness.ts'

let salesforce: SalesforceSandbox

beforeEach(async () => {
  salesforce = await startSalesforce()
})
afterEach(() => salesforce.stop())

const introspect = (form: Record<string, string>) => {
  const [client] = salesforce.oauth.clients
  const credentials = { client_id: client?.id ?? '', client_secret: client?.secret ?? '' }
  return post(`${salesforce.origin}/services/oauth2/introspect`, { ...credentials, ...form })
}

describe('introspection', () => {
  test('returns the start and end of the session in epoch seconds', async () => {
    const { access } = salesforce.grant({ account: ADA, scopes: ['api', 'refresh_token'] })
    const began = salesforce.clock.now() / 1000
    salesforce.clock.advance(90_000)
    const { body } = await introspect({ token: access.token, token_type_hint: 'access_token' })
    expect(body).toEqual({
      active: true,
      scope: 'api refresh_token',
      client_id: salesforce.oauth.clients[0]?.id,
      username: 'ada@meridian.example.crm',
      sub: `${salesforce.origin}/id/00D5e000003V0C7EAK/${salesforce.account(ADA).userId}`,
      token_type: 'access_token',
      iat: began,
      nbf: began,
      exp: began + 7200,
    })
  })

  test('returns only active: false for an invalid token', async () => {
    expect((await introspect({ token: 'nonsense' })).body).toEqual({ active: false })
  })

  test('requires the credentials of the application', async () => {
    const { access } = salesforce.grant({ account: ADA })
    const { status, body } = await introspect({ token: access.token, client_secret: 'guess' })
    expect([status, body.error]).toEqual([400, 'invalid_client'])
  })
})

describe('userinfo and identity', () => {
  test('return the email address, which differs from the username', async () => {
    const ada = as(salesforce)
    const { body } = await ada.get('/services/oauth2/userinfo')
    expect(body).toMatchObject({
      email: ADA,
      preferred_username: `${ADA}.crm`,
      user_id: salesforce.account(ADA).userId,
      organization_id: '00D5e000003V0C7EAK',
      name: 'Ada Moreau',
      zoneinfo: 'Europe/Paris',
    })
    const identity = await fetch(body.sub, { headers: { authorization: `Bearer ${ada.token}` } })
    expect(await identity.json()).toMatchObject({ email: ADA, username: `${ADA}.crm`, is_app_installed: true })
  })

  test('return 403 with plain text for an invalid token', async () => {
    const invalid = withToken(salesforce, 'nonsense')
    const { userId, org } = salesforce.account(ADA)
    for (const path of ['/services/oauth2/userinfo', `/id/${org.id}/${userId}`]) {
      const response = await fetch(salesforce.origin + path, { headers: { authorization: `Bearer ${invalid.token}` } })
      expect(response.status).toBe(403)
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
      expect(await response.text()).toBe('Bad_OAuth_Token')
    }
  })

  test('work without API access', async () => {
    const bilal = as(salesforce, BILAL, ['id', 'openid'])
    expect((await bilal.get('/services/oauth2/userinfo')).body.email).toBe(BILAL)
    const { status, body } = await bilal.get('/limits')
    expect(status).toBe(401)
    expect(body[0].message).toBe('This session is not valid for use with the REST API')
  })

  test('return nothing about other users', async () => {
    const { org } = salesforce.account(ADA)
    const { token } = as(salesforce, BILAL)
    const url = `${salesforce.origin}/id/${org.id}/${salesforce.account(ADA).userId}`
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
  })
})
