import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { Browser } from '../../../demo/browser.ts'
import { PEOPLE } from '../../../sandbox/core/fixtures.ts'
import { AUDIENCE, CONSOLE_CLIENT, type OidcSandbox, SERVER_CLIENT, startOidc } from '../../../sandbox/oidc/index.ts'

let oidc: OidcSandbox
beforeAll(async () => {
  oidc = await startOidc()
})
afterAll(() => oidc.stop())

const VERIFIER = 'a-verifier-of-more-than-forty-three-characters-0123456789'
const REDIRECT_URI = 'http://127.0.0.1:41234/signed-in'

/** Signs a person in as a browser would and returns the authorization code. */
async function signIn(email: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: CONSOLE_CLIENT,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: 'openid email profile graph',
    state: 'the-state',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const browser = new Browser()
  const page = await browser.open(`${oidc.issuer}/auth?${query}`)
  const redirect = await browser.open(page.address, new URLSearchParams({ account: email }), REDIRECT_URI)
  return new URL(redirect.address).searchParams.get('code') ?? ''
}

async function token(form: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${oidc.issuer}/token`, { method: 'POST', body: new URLSearchParams(form) })
  return (await response.json()) as Record<string, unknown>
}

const redeem = (code: string, code_verifier = VERIFIER) =>
  token({
    grant_type: 'authorization_code',
    client_id: CONSOLE_CLIENT,
    redirect_uri: REDIRECT_URI,
    code,
    code_verifier,
  })

const verify = (accessToken: unknown) =>
  jwtVerify(String(accessToken), createRemoteJWKSet(new URL(`${oidc.issuer}/jwks`)), {
    issuer: oidc.issuer,
    audience: AUDIENCE,
    typ: 'at+jwt',
    algorithms: ['RS256'],
  })

test('a person who signs in gets an access token for the platform that contains their identity', async () => {
  const response = await redeem(await signIn(PEOPLE.maya.email))
  const { payload } = await verify(response.access_token)
  expect(payload).toMatchObject({ sub: 'maya', email: PEOPLE.maya.email, name: PEOPLE.maya.name })
  expect(response.refresh_token).toEqual(expect.any(String))
})

test('a refresh returns a new access token for the same person', async () => {
  const { refresh_token } = await redeem(await signIn(PEOPLE.ada.email))
  const response = await token({
    grant_type: 'refresh_token',
    client_id: CONSOLE_CLIENT,
    refresh_token: String(refresh_token),
  })
  expect((await verify(response.access_token)).payload.sub).toBe('ada')
})

test('a code cannot be redeemed without its verifier', async () => {
  const response = await redeem(await signIn(PEOPLE.ada.email), 'another-verifier-of-more-than-forty-three-characters')
  expect(response.error).toBe('invalid_grant')
})

test('an integration signs in with its secret and acts as one person', async () => {
  const { id, secret } = SERVER_CLIENT
  const response = await token({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
    scope: 'graph',
  })
  expect((await verify(response.access_token)).payload).toMatchObject({ act_as: 'ada', email: PEOPLE.ada.email })
})
