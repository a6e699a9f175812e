import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { IssuerKeys } from '../platform/sign-in/issuer-keys.ts'
import { report, round } from './report.ts'

const ALGORITHM = 'ES256'
const POLL_MS = 250
const LIMIT_S = 60

/**
 * Measures how long tokens are refused after an issuer changed its keys at the worst moment: right after they were fetched.
 * Once the key has a new id, and once another key has the same id.
 */
export async function benchKeys(): Promise<void> {
  const [newId, sameId] = await Promise.all([rotate('second'), rotate('first')])
  report(
    'Keys that an issuer rotates right after they were fetched',
    [
      { figure: 'accepted under a new id, s', measured: newId, limit: LIMIT_S },
      { figure: 'accepted under the same id, s', measured: sameId, limit: LIMIT_S },
    ],
    { benchmark: 'keys', newIdSeconds: newId, sameIdSeconds: sameId },
  )
}

async function rotate(nextId: string): Promise<number> {
  let current = await createKey('first')
  const server = createServer((request, response) => {
    const isKeys = request.url === '/keys'
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(isKeys ? { keys: [current.jwk] } : { issuer, jwks_uri: `${issuer}/keys` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = new IssuerKeys(issuer)
  await keys.verify(await current.sign(issuer), { issuer })
  current = await createKey(nextId)
  const start = performance.now()
  const token = await current.sign(issuer)
  while (!(await isAccepted(keys, token, issuer)) && performance.now() - start < 2_000 * LIMIT_S) await pause(POLL_MS)
  server.close()
  server.closeAllConnections()
  return round((performance.now() - start) / 1_000, 1)
}

async function createKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM)
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' }
  const sign = (issuer: string) =>
    new SignJWT({}).setProtectedHeader({ alg: ALGORITHM, kid }).setIssuer(issuer).setIssuedAt().sign(privateKey)
  return { jwk, sign }
}

function isAccepted(keys: IssuerKeys, token: string, issuer: string): Promise<boolean> {
  return keys.verify(token, { issuer }).then(
    () => true,
    () => false,
  )
}
