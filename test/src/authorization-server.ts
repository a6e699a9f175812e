import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { omitUndefined } from '../../src/runtime/omit.ts'

/** A faulty response of the token endpoint. */
export type Fault = (response: ServerResponse) => void

interface Grant {
  challenge: string | null
  redirectUri: string | null
  scope: string
}

/** The options of the authorization server. */
export interface ServerOptions {
  /** Whether a refresh returns a new refresh token and revokes the old one. */
  rotates?: boolean
  /** Whether the exchange of a code returns a refresh token. */
  returnsRefreshToken?: boolean
  /** Returns the scopes that the user grants, given the requested ones. */
  grants?: (scopes: string) => string
}

const CLIENT = { id: 'client-1', secret: 'client-secret-0123456789' }

/** A local OAuth 2 authorization server that is strict about codes, PKCE, redirect URIs and clients. */
export class AuthorizationServer {
  readonly client = CLIENT
  /** Bodies of all requests to the token endpoint. */
  readonly requests: URLSearchParams[] = []
  readonly #server: Server
  readonly #options: ServerOptions
  readonly #grants = new Map<string, Grant>()
  readonly #refreshTokens = new Map<string, string>()
  readonly #faults: Fault[] = []
  #issued = 0

  private constructor(options: ServerOptions) {
    this.#options = options
    this.#server = createServer((request, response) => void this.#respond(request, response))
  }

  static async start(options: ServerOptions = {}): Promise<AuthorizationServer> {
    const server = new AuthorizationServer(options)
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

  /** Lets the next requests to the token endpoint fail with these faults, one each. */
  failNext(...faults: Fault[]): void {
    this.#faults.push(...faults)
  }

  /** Grants the request of an authorization URL. Returns the code and the query of the callback. */
  consent(address: string): { code: string; callback: string } {
    const parameters = new URL(address).searchParams
    if (parameters.get('client_id') !== CLIENT.id) throw new Error('another client')
    if (parameters.get('response_type') !== 'code') throw new Error('another response type')
    if (parameters.get('code_challenge_method') !== 'S256') throw new Error('no PKCE')
    const code = `code-${randomBytes(12).toString('hex')}`
    const scope = (this.#options.grants ?? identity)(parameters.get('scope') ?? '')
    this.#grants.set(code, {
      challenge: parameters.get('code_challenge'),
      redirectUri: parameters.get('redirect_uri'),
      scope,
    })
    return { code, callback: `?${new URLSearchParams({ state: parameters.get('state') ?? '', code })}` }
  }

  /** Issues a valid refresh token. */
  issueRefreshToken(scope = 'mail.read'): string {
    this.#issued += 1
    const token = `refresh-${this.#issued}-${randomBytes(8).toString('hex')}`
    this.#refreshTokens.set(token, scope)
    return token
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
      const refreshes = this.#options.returnsRefreshToken ?? true
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
    } else if (this.#options.rotates) {
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

function identity(scopes: string): string {
  return scopes
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
