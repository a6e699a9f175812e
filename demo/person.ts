import { createHash, randomBytes } from 'node:crypto'
import { Browser } from './browser.ts'

/** Nothing listens here: the browser stops before it follows this redirect. */
const REDIRECT_URI = 'http://127.0.0.1/signed-in'

export interface SignIn {
  issuer: string
  client: string
  email: string
}

interface Tokens {
  access_token: string
  refresh_token?: string
}

interface GraphResponse<Data> {
  data?: Data
  errors?: { message: string; extensions: { code: string } }[]
}

/** A signed-in person who uses the graph as an application with a UI would. */
export class Person {
  readonly #graph: string
  readonly #signIn: SignIn
  #tokens: Tokens

  constructor(platformUrl: string, signIn: SignIn, tokens: Tokens) {
    this.#graph = `${platformUrl}/api/v1/graph`
    this.#signIn = signIn
    this.#tokens = tokens
  }

  /** Executes an operation. Refreshes an expired token once. Throws an Error with the first error's message. */
  async execute<Data>(query: string, variables?: object): Promise<Data> {
    const response = await this.#post<Data>(query, variables)
    const isExpired = response.errors?.[0]?.extensions.code === 'UNAUTHENTICATED_TOKEN_EXPIRED'
    if (isExpired) this.#tokens = await this.#refresh()
    const { data, errors } = isExpired ? await this.#post<Data>(query, variables) : response
    if (errors?.[0] || !data) throw new Error(`The graph returned an error: ${errors?.[0]?.message ?? 'no data'}`)
    return data
  }

  async #post<Data>(query: string, variables?: object): Promise<GraphResponse<Data>> {
    const response = await fetch(this.#graph, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.#tokens.access_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return (await response.json()) as GraphResponse<Data>
  }

  #refresh(): Promise<Tokens> {
    const { refresh_token = '' } = this.#tokens
    return redeem(this.#signIn, { grant_type: 'refresh_token', refresh_token })
  }
}

/** Signs a person in at the issuer's page: authorization code with PKCE (RFC 7636). */
export async function signIn(platformUrl: string, account: SignIn): Promise<Person> {
  const verifier = randomBytes(48).toString('base64url')
  const query = new URLSearchParams({
    client_id: account.client,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: 'openid email profile graph',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(12).toString('base64url'),
  })
  const browser = new Browser()
  const page = await browser.open(`${account.issuer}/auth?${query}`)
  const redirect = await browser.open(page.address, new URLSearchParams({ account: account.email }), REDIRECT_URI)
  const parameters = new URL(redirect.address).searchParams
  if (parameters.get('state') !== query.get('state')) throw new Error('The issuer returned another state')
  const code = parameters.get('code') ?? ''
  const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code, code_verifier: verifier }
  return new Person(platformUrl, account, await redeem(account, form))
}

async function redeem({ issuer, client }: SignIn, form: Record<string, string>): Promise<Tokens> {
  const body = new URLSearchParams({ client_id: client, ...form })
  const response = await fetch(`${issuer}/token`, { method: 'POST', body })
  const tokens = (await response.json()) as Tokens & { error?: string }
  if (!response.ok) throw new Error(`The issuer rejected the sign-in: ${tokens.error}`)
  return tokens
}
