import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'

export const AUDIENCE = 'https://platform.example/graph'

/** How a token differs from a valid one. */
export interface TokenOptions {
  claims?: Readonly<Record<string, unknown>>
  header?: { typ?: string; kid?: string }
  /** Whether it is signed with a key that is not the issuer's. */
  forged?: boolean
}

/** An OpenID Connect issuer that signs any token a test needs. */
export interface TestIssuer {
  issuer: string
  token(email: string, options?: TokenOptions): Promise<string>
  /** How often its keys were requested. */
  keyRequests(): number
  /** Stops responding, or responds again if it had stopped. */
  toggleOutage(): void
  /** Adds a key that signs the tokens with this `kid`. */
  addKey(kid: string, algorithm: string): Promise<void>
  stop(): Promise<void>
}

export async function startIssuer(): Promise<TestIssuer> {
  const keys = new Map<string, { algorithm: string; privateKey: CryptoKey; jwk: object }>()
  const addKey = async (kid: string, algorithm: string) => {
    const { privateKey, publicKey } = await generateKeyPair(algorithm)
    keys.set(kid, { algorithm, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' } })
  }
  await addKey('first', 'ES256')
  let requests = 0
  let isDown = false
  const server = createServer((request, response) => {
    if (isDown) return void response.destroy()
    if (request.url === '/keys') requests += 1
    const body = request.url === '/keys' ? { keys: [...keys.values()].map(({ jwk }) => jwk) } : discovery()
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const discovery = () => ({ issuer, jwks_uri: `${issuer}/keys` })
  const foreignKeys = await generateKeyPair('ES256')
  return {
    issuer,
    addKey,
    keyRequests: () => requests,
    toggleOutage: () => {
      isDown = !isDown
    },
    token: (email, { claims = {}, header = {}, forged = false } = {}) => {
      const kid = header.kid ?? 'first'
      const { algorithm, privateKey } = keys.get(kid) ?? { algorithm: 'ES256', privateKey: foreignKeys.privateKey }
      const payload = { iss: issuer, aud: AUDIENCE, sub: email, email, email_verified: true, ...timesNow(), ...claims }
      return new SignJWT(payload)
        .setProtectedHeader({ typ: 'at+jwt', ...header, alg: algorithm, kid })
        .sign(forged ? foreignKeys.privateKey : privateKey)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function timesNow(): { iat: number; exp: number } {
  const now = Math.floor(Date.now() / 1_000)
  return { iat: now, exp: now + 900 }
}
