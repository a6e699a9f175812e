import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, SCOPE, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, as, callback, ME, redeem, withToken } from '../harness.ts'

let microsoft: MicrosoftSandbox

beforeEach(async () => {
  microsoft = await startMicrosoft()
})
afterEach(() => microsoft.stop())

describe('/me', () => {
  test('has a mail address for a work account, none for a personal one, and an #EXT# name for a guest', async () => {
    const ada = (await as(microsoft, ADA)(ME)).body
    expect(ada).toMatchObject({ mail: ADA, userPrincipalName: ADA, displayName: 'Ada Moreau' })
    expect(ada['@odata.context']).toBe('https://graph.microsoft.com/v1.0/$metadata#users/$entity')
    const omar = (await as(microsoft, 'omar@kestrel.example')(ME)).body
    expect(omar).toMatchObject({ mail: null, userPrincipalName: 'omar@kestrel.example', jobTitle: null })
    expect(omar.id).toMatch(/^[\da-f]{16}$/)
    const lars = (await as(microsoft, 'lars@halden.example')(ME)).body
    expect(lars).toMatchObject({ mail: null, userPrincipalName: 'lars_halden.example#EXT#@meridian.example' })
  })

  test('returns the selected properties and rejects unknown ones', async () => {
    const get = as(microsoft, ADA)
    const { body } = await get(ME, { $select: 'mail,userPrincipalName' })
    expect(Object.keys(body)).toEqual(['@odata.context', 'mail', 'userPrincipalName'])
    expect(body['@odata.context']).toContain('#users(mail,userPrincipalName)/$entity')
    expect((await get(ME, { $select: 'email' })).body.error).toMatchObject({
      code: 'RequestBroker--ParseUri',
      message: "Could not find a property named 'email' on type 'microsoft.graph.user'.",
    })
  })

  test('requires a directory scope', async () => {
    const { status, body } = await as(microsoft, ADA, [SCOPE.mail])(ME)
    expect([status, body.error.code]).toEqual([403, 'Authorization_RequestDenied'])
  })
})

describe('mailbox settings', () => {
  test.each([
    [ADA, 'Romance Standard Time'],
    ['bilal@meridian.example', 'Europe/Paris'],
    ['yulia@volna.example', 'Customized Time Zone'],
    ['omar@kestrel.example', 'Pacific Standard Time'],
  ])('of %s have the time zone %s', async (account, name) => {
    const get = as(microsoft, account)
    expect((await get(`${ME}/mailboxSettings/timeZone`)).body.value).toBe(name)
    const { body } = await get(`${ME}/mailboxSettings`)
    expect([body.timeZone, body.workingHours.timeZone.name]).toEqual([name, name])
  })

  test('describe a time zone without a Windows name', async () => {
    const named = await as(microsoft, ADA)(`${ME}/mailboxSettings`)
    expect(named.body.workingHours.timeZone).toEqual({ name: 'Romance Standard Time' })
    const { body } = await as(microsoft, 'yulia@volna.example')(`${ME}/mailboxSettings`)
    expect(body.workingHours.timeZone).toMatchObject({ '@odata.type': '#microsoft.graph.customTimeZone', bias: -120 })
  })

  test('may be blocked by an administrator, and require a scope', async () => {
    const forbidden = await as(microsoft, 'kenji@sakurai.example')(`${ME}/mailboxSettings/timeZone`)
    expect([forbidden.status, forbidden.body.error.code]).toEqual([403, 'ErrorAccessDenied'])
    const withoutScope = await as(microsoft, ADA, [SCOPE.calendars])(`${ME}/mailboxSettings`)
    expect([withoutScope.status, withoutScope.body.error.code]).toEqual([403, 'ErrorAccessDenied'])
  })
})

describe('OpenID Connect', () => {
  test('userinfo has an email address only with the scope, and only if there is one', async () => {
    const address = async (account: string, scopes: string[]) =>
      (await as(microsoft, account, scopes)('/oidc/userinfo')).body.email
    expect(await address(ADA, [SCOPE.openid, SCOPE.email])).toBe(ADA)
    expect(await address(ADA, [SCOPE.openid])).toBeUndefined()
    expect(await address('lars@halden.example', [SCOPE.openid, SCOPE.email])).toBeUndefined()
    expect((await as(microsoft, ADA, [SCOPE.mail])('/oidc/userinfo')).status).toBe(403)
  })

  test('metadata contain the endpoints, and the keys verify the signature of an ID token', async () => {
    const get = withToken(microsoft, undefined)
    const { body } = await get('/common/v2.0/.well-known/openid-configuration')
    expect(body.token_endpoint).toBe(`${microsoft.origin}/common/oauth2/v2.0/token`)
    microsoft.oauth.settings.autoConsent = true
    const { id_token } = (await redeem(microsoft, (await callback(microsoft)).code)).body
    const [key] = (await get(body.jwks_uri)).body.keys
    const [head = '', claims = '', signature = ''] = id_token.split('.')
    const signed = Buffer.from(`${head}.${claims}`)
    const publicKey = createPublicKey({ key, format: 'jwk' })
    expect(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  })
})
