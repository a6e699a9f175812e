import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { Browser } from '../../../demo/browser.ts'
import { PEOPLE } from '../../../sandbox/core/world.ts'
import { AUDIENCE, CONSOLE_CLIENT, type OidcSandbox, SERVER_CLIENT, startOidc } from '../../../sandbox/oidc/index.ts'

let oidc: OidcSandbox
beforeAll(async () => {
  oidc = await startOidc()
})
afterAll(() => oidc.stop())

const VERIFIER = 'a-verifier-of-more-than-forty-three-characters-0123456789'
const REDIRECT = 'http://127.0.0.1:41234/signed-in'

/** Signs a person in as a browser would and answers the code of the redirect back. */
async function codeFor(email: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: CONSOLE_CLIENT,
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'openid email profile graph',
    state: 'the-state',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const browser = new Browser()
  const page = await browser.open(`${oidc.issuer}/auth?${query}`)
  const back = await browser.open(page.address, new URLSearchParams({ account: email }), REDIRECT)
  return new URL(back.address).searchParams.get('code') ?? ''
}

async function token(form: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${oidc.issuer}/token`, { method: 'POST', body: new URLSearchParams(form) })
  return (await response.json()) as Record<string, unknown>
}

const redeem = (code: string, code_verifier = VERIFIER) =>
  token({ grant_type: 'authorization_code', client_id: CONSOLE_CLIENT, redirect_uri: REDIRECT, code, code_verifier })

const verify = (accessToken: unknown) =>
  jwtVerify(String(accessToken), createRemoteJWKSet(new URL(`${oidc.issuer}/jwks`)), {
    issuer: oidc.issuer,
    audience: AUDIENCE,
    typ: 'at+jwt',
    algorithms: ['RS256'],
  })

test('a person who signs in gets an access token for the platform, with who they are in it', async () => {
  const answer = await redeem(await codeFor(PEOPLE.maya.email))
  const { payload } = await verify(answer.access_token)
  expect(payload).toMatchObject({ sub: 'maya', email: PEOPLE.maya.email, name: PEOPLE.maya.name })
  expect(answer.refresh_token).toEqual(expect.any(String))
})

test('a refresh gives a new access token for the same person', async () => {
  const { refresh_token } = await redeem(await codeFor(PEOPLE.ada.email))
  const answer = await token({
    grant_type: 'refresh_token',
    client_id: CONSOLE_CLIENT,
    refresh_token: String(refresh_token),
  })
  expect((await verify(answer.access_token)).payload.sub).toBe('ada')
})

test('a code is worth nothing without its verifier', async () => {
  const answer = await redeem(await codeFor(PEOPLE.ada.email), 'another-verifier-of-more-than-forty-three-characters')
  expect(answer.error).toBe('invalid_grant')
})

test('an integration signs in with its secret and acts as one person', async () => {
  const { id, secret } = SERVER_CLIENT
  const answer = await token({ grant_type: 'client_credentials', client_id: id, client_secret: secret, scope: 'graph' })
  expect((await verify(answer.access_token)).payload).toMatchObject({ act_as: 'ada', email: PEOPLE.ada.email })
})
