import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { SignJWT } from 'jose'
import { readConfig } from '../../../platform/config.ts'
import { StartupError } from '../../../src/runtime/environment.ts'
import { type Api, codeOf, newEmail, startApi, toGraphResponse } from '../graph/api.ts'
import { AUDIENCE } from './issuer.ts'

const SECRET = 'a development secret of thirty-two characters'
const ON = { GRAPH_DEV_TOKENS: 'true', GRAPH_DEV_TOKEN_SECRET: SECRET, NODE_ENV: 'development' }

let api: Api
let plain: Api
beforeAll(async () => {
  ;[api, plain] = await Promise.all([startApi(ON), startApi()])
})
afterAll(() => Promise.all([api.stop(), plain.stop()]))

function sign(email: string, { issuer = 'development', audience = AUDIENCE, secret = SECRET, expires = '1h' } = {}) {
  return new SignJWT({ email, email_verified: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(email)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))
}

const ask = async (token: string, to = api) =>
  toGraphResponse(
    await to.post('/api/v1/graph', { query: '{ tenant { email } }' }, { Authorization: `Bearer ${token}` }),
  )

test('a development token signs a person in', async () => {
  const email = newEmail()
  expect((await ask(await sign(email))).data).toEqual({ tenant: { email } })
  expect((await ask(await api.issuer.token(newEmail()))).status).toBe(200)
})

test.each([
  ['of another secret', { secret: 'another secret with more than thirty-two characters' }],
  ['for another audience', { audience: 'https://other.example' }],
  ['in the name of the issuer', { issuer: 'https://issuer.example' }],
])('a development token %s is refused', async (_, options) => {
  expect(codeOf(await ask(await sign(newEmail(), options)))).toBe('UNAUTHENTICATED_TOKEN_INVALID')
})

test('an expired one is told as expired', async () => {
  expect(codeOf(await ask(await sign(newEmail(), { expires: '-1h' })))).toBe('UNAUTHENTICATED_TOKEN_EXPIRED')
})

test('a platform that has not switched them on refuses them', async () => {
  expect(codeOf(await ask(await sign(newEmail()), plain))).toBe('UNAUTHENTICATED_TOKEN_INVALID')
})

test('the log says that they are on', () => {
  expect(api.log()).toContain('GRAPH_DEV_TOKENS')
  expect(api.log()).not.toContain(SECRET)
  expect(plain.log()).not.toContain('GRAPH_DEV_TOKENS')
})

describe('the switch', () => {
  const VALID = {
    PLATFORM_API_KEY: 'a-platform-key-of-the-tests-that-is-long',
    HUB_URL: 'http://127.0.0.1:3000',
    OIDC_ISSUER: 'https://issuer.example.com',
    OIDC_AUDIENCE: AUDIENCE,
    CREDENTIAL_KEY: 'a-credential-key-of-the-tests',
  }
  const problemsOf = (environment: Record<string, string>): readonly string[] => {
    try {
      readConfig({ ...VALID, ...environment })
      return []
    } catch (error) {
      return (error as StartupError).problems
    }
  }

  test('is off by default and needs a secret, NODE_ENV and nothing that reaches beyond this machine', () => {
    expect(problemsOf({ ...ON })).toEqual([])
    expect(problemsOf({ ...ON, BASE_URL: 'http://localhost:4000', DATABASE_URL: 'postgres://u@127.0.0.1/x' })).toEqual(
      [],
    )
    expect(problemsOf({ GRAPH_DEV_TOKEN_SECRET: SECRET })).toEqual([])
    const refused: [Record<string, string>, RegExp][] = [
      [{ GRAPH_DEV_TOKEN_SECRET: 'short' }, /GRAPH_DEV_TOKEN_SECRET.*32/],
      [{ GRAPH_DEV_TOKEN_SECRET: '' }, /GRAPH_DEV_TOKEN_SECRET/],
      [{ NODE_ENV: 'production' }, /NODE_ENV/],
      [{ NODE_ENV: '' }, /NODE_ENV/],
      [{ BASE_URL: 'https://platform.example.com' }, /BASE_URL/],
      [{ DATABASE_URL: 'postgres://u@db.example.com/x' }, /DATABASE_URL/],
      [{ DATABASE_URL: 'postgres://u@localhost/x?host=db.example.com' }, /DATABASE_URL/],
      [{ TRUST_PROXY: 'true' }, /TRUST_PROXY/],
      [{ GRAPH_DEV_TOKENS: 'yes' }, /GRAPH_DEV_TOKENS/],
    ]
    for (const [environment, problem] of refused) {
      expect(problemsOf({ ...ON, ...environment })).toEqual([expect.stringMatching(problem)])
    }
    expect(() => readConfig({ ...VALID, ...ON, NODE_ENV: 'production' })).toThrow(StartupError)
  })
})
