import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { omitUndefined } from '../../src/runtime/omit.ts'

/** What the token endpoint does with a request instead of answering it properly. */
export type Fault = (response: ServerResponse) => void

interface Grant {
  challenge: string | null
  redirectUri: string | null
  scope: string
}

/** What a test may change about the authorization server. */
export interface ServerRules {
  /** Whether each refresh gives a new refresh token and kills the old one. */
  rotates?: boolean
  /** Whether a code brings a refresh token at all. */
  givesRefreshToken?: boolean
  /** What a person allows, of what was asked. */
  grants?: (asked: string) => string
}

const CLIENT = { id: 'client-1', secret: 'client-secret-0123456789' }

/** An OAuth 2 authorization server on this machine: strict about codes, PKCE, redirect addresses and clients. */
export class AuthorizationServer {
  readonly client = CLIENT
  /** Bodies of all requests to the token endpoint. */
  readonly requests: URLSearchParams[] = []
  readonly #server: Server
  readonly #rules: ServerRules
  readonly #grants = new Map<string, Grant>()
  readonly #refreshTokens = new Map<string, string>()
  readonly #faults: Fault[] = []
  #issued = 0

  private constructor(rules: ServerRules) {
    this.#rules = rules
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(rules: ServerRules = {}): Promise<AuthorizationServer> {
    const server = new AuthorizationServer(rules)
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  /** The next requests to the token endpoint meet these faults, one each. */
  failNext(...faults: Fault[]): void {
    this.#faults.push(...faults)
  }

  /** A person allows what an authorization address asks for; gives the code and where it is sent. */
  consent(address: string): { code: string; callback: string } {
    const asked = new URL(address).searchParams
    if (asked.get('client_id') !== CLIENT.id) throw new Error('another client')
    if (asked.get('response_type') !== 'code') throw new Error('another response type')
    if (asked.get('code_challenge_method') !== 'S256') throw new Error('no PKCE')
    const code = `code-${randomBytes(12).toString('hex')}`
    const scope = (this.#rules.grants ?? same)(asked.get('scope') ?? '')
    this.#grants.set(code, { challenge: asked.get('code_challenge'), redirectUri: asked.get('redirect_uri'), scope })
    return { code, callback: `?${new URLSearchParams({ state: asked.get('state') ?? '', code })}` }
  }

  /** A refresh token that is alive. */
  issueRefreshToken(scope = 'mail.read'): string {
    this.#issued += 1
    const token = `refresh-${this.#issued}-${randomBytes(8).toString('hex')}`
    this.#refreshTokens.set(token, scope)
    return token
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request))
    this.requests.push(body)
    const fault = this.#faults.shift()
    if (fault) return fault(response)
    if (body.get('client_id') !== CLIENT.id || body.get('client_secret') !== CLIENT.secret) {
      return sendJson(response, 401, { error: 'invalid_client' })
    }
    if (body.get('grant_type') === 'authorization_code') this.#redeem(body, response)
    else this.#refresh(body, response)
  }

  #redeem(body: URLSearchParams, response: ServerResponse): void {
    const code = body.get('code') ?? ''
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant && grant.challenge === challenge && grant.redirectUri === body.get('redirect_uri')) {
      const refreshes = this.#rules.givesRefreshToken ?? true
      this.#issue(response, grant.scope, refreshes ? this.issueRefreshToken(grant.scope) : undefined)
    } else {
      sendJson(response, 400, { error: 'invalid_grant' })
    }
  }

  #refresh(body: URLSearchParams, response: ServerResponse): void {
    const old = body.get('refresh_token') ?? ''
    const scope = this.#refreshTokens.get(old)
    if (scope === undefined) {
      sendJson(response, 400, { error: 'invalid_grant' })
    } else if (this.#rules.rotates) {
      this.#refreshTokens.delete(old)
      this.#issue(response, scope, this.issueRefreshToken(scope))
    } else {
      this.#issue(response, scope, undefined)
    }
  }

  #issue(response: ServerResponse, scope: string, refreshToken: string | undefined): void {
    this.#issued += 1
    const access_token = `access-${this.#issued}-${randomBytes(8).toString('hex')}`
    const tokens = {
      access_token,
      token_type: 'Bearer',
      expires_in: 3600,
      scope,
      refresh_token: refreshToken || undefined,
    }
    sendJson(response, 200, omitUndefined(tokens))
  }
}

/** Faults a token endpoint can have. */
export const faults = {
  json:
    (status: number, body: unknown, headers: Record<string, string> = {}): Fault =>
    (response) =>
      sendJson(response, status, body, headers),
  html:
    (status: number): Fault =>
    (response) => {
      response.writeHead(status, { 'Content-Type': 'text/html' })
      response.end('<html><body>Sorry</body></html>')
    },
  garbage: (): Fault => (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end('{"access_token":')
  },
  reset: (): Fault => (response) => void response.socket?.resetAndDestroy(),
  redirect:
    (to: string): Fault =>
    (response) => {
      response.writeHead(302, { Location: to })
      response.end()
    },
  hang: (): Fault => () => undefined,
}

function same(asked: string): string {
  return asked
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
