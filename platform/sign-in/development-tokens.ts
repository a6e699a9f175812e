import { decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import type { EnvironmentReader } from '../../src/runtime/environment.ts'
import { Secret } from '../../src/runtime/secret.ts'

/** The issuer of development tokens: their accounts are never those of the real issuer. */
export const DEVELOPMENT_ISSUER = 'development'

const ALGORITHM = 'HS256'
const MIN_SECRET_LENGTH = 32

/**
 * Reads the secret of development tokens; undefined while GRAPH_DEV_TOKENS is not true. Whoever has the secret can be
 * anybody, so it takes more than one variable to switch them on, and nothing may reach beyond this machine.
 */
export function readDevelopmentTokenSecret(read: EnvironmentReader): Secret | undefined {
  const isOn = read.flag('GRAPH_DEV_TOKENS', false)
  const secret = read.text('GRAPH_DEV_TOKEN_SECRET') ?? ''
  const environment = read.text('NODE_ENV') ?? ''
  if (!isOn) return undefined
  const mustBe = (isMet: boolean, requirement: string) => {
    if (!isMet) read.problems.push(`GRAPH_DEV_TOKENS is for development only: ${requirement}.`)
  }
  mustBe(secret.length >= MIN_SECRET_LENGTH, `GRAPH_DEV_TOKEN_SECRET needs at least ${MIN_SECRET_LENGTH} characters`)
  mustBe(['development', 'test'].includes(environment), 'NODE_ENV must be development or test')
  mustBe(isLocal(read.text('BASE_URL')), 'BASE_URL must be unset or a URL of this machine')
  mustBe(isLocal(read.text('DATABASE_URL')), 'DATABASE_URL must be unset or name a server on this machine')
  mustBe(read.text('TRUST_PROXY') !== 'true', 'TRUST_PROXY must not be true')
  return new Secret(secret)
}

/** Whether a URL names this machine. PostgreSQL's may name a socket instead: `postgresql:///graph?host=/run/postgresql`. */
function isLocal(url: string | undefined): boolean {
  if (url === undefined) return true
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  return /^(localhost|127(\.\d+){3}|\[?::1\]?|\/.*|)$/i.test(host)
}

/** Whether a token says that it is a development token. It may be no token at all. */
export function isDevelopmentToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === ALGORITHM
  } catch {
    return false
  }
}

/** Verifies a development token and returns its claims. Throws errors of jose. */
export async function verifyDevelopmentToken(
  token: string,
  secret: Secret,
  options: { audience: string; clockTolerance: number; currentDate: Date },
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, new TextEncoder().encode(secret.reveal()), {
    ...options,
    issuer: DEVELOPMENT_ISSUER,
    algorithms: [ALGORITHM],
    requiredClaims: ['sub', 'exp', 'iat'],
  })
  return payload
}
