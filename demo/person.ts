import { createHash, randomBytes } from 'node:crypto'
import { Browser } from './browser.ts'

/** Where nobody waits: the browser stops before it goes there. */
const SIGNED_IN = 'http://127.0.0.1/signed-in'

export interface SignIn {
  issuer: string
  client: string
  email: string
}

interface Tokens {
  access_token: string
  refresh_token?: string
}

interface Answer<Data> {
  data?: Data
  errors?: { message: string; extensions: { code: string } }[]
}

/** Someone who has signed in, and asks the graph as an application with a UI would. */
export class Person {
  readonly #graph: string
  readonly #signIn: SignIn
  #tokens: Tokens

  constructor(platformUrl: string, signIn: SignIn, tokens: Tokens) {
    this.#graph = `${platformUrl}/api/v1/graph`
    this.#signIn = signIn
    this.#tokens = tokens
  }

  /** Runs an operation. Throws with the first error's sentence. A token that has expired is refreshed once. */
  async ask<Data>(query: string, variables?: object): Promise<Data> {
    const first = await this.#post<Data>(query, variables)
    const isOver = first.errors?.[0]?.extensions.code === 'UNAUTHENTICATED_TOKEN_EXPIRED'
    if (isOver) this.#tokens = await this.#refresh()
    const { data, errors } = isOver ? await this.#post<Data>(query, variables) : first
    if (errors?.[0] || !data) throw new Error(`the graph says: ${errors?.[0]?.message ?? 'nothing'}`)
    return data
  }

  async #post<Data>(query: string, variables?: object): Promise<Answer<Data>> {
    const response = await fetch(this.#graph, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.#tokens.access_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return (await response.json()) as Answer<Data>
  }

  #refresh(): Promise<Tokens> {
    const { refresh_token = '' } = this.#tokens
    return redeem(this.#signIn, { grant_type: 'refresh_token', refresh_token })
  }
}

/** Signs a person in at the issuer's page: authorization code with PKCE (RFC 7636). */
export async function signIn(platformUrl: string, as: SignIn): Promise<Person> {
  const verifier = randomBytes(48).toString('base64url')
  const query = new URLSearchParams({
    ...{ client_id: as.client, response_type: 'code', redirect_uri: SIGNED_IN, scope: 'openid email profile graph' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...{ code_challenge_method: 'S256', state: randomBytes(12).toString('base64url') },
  })
  const browser = new Browser()
  const page = await browser.open(`${as.issuer}/auth?${query}`)
  const back = await browser.open(page.address, new URLSearchParams({ account: as.email }), SIGNED_IN)
  const answer = new URL(back.address).searchParams
  if (answer.get('state') !== query.get('state')) throw new Error('the sign-in came back with another state')
  const code = answer.get('code') ?? ''
  const form = { grant_type: 'authorization_code', redirect_uri: SIGNED_IN, code, code_verifier: verifier }
  return new Person(platformUrl, as, await redeem(as, form))
}

async function redeem({ issuer, client }: SignIn, form: Record<string, string>): Promise<Tokens> {
  const body = new URLSearchParams({ client_id: client, ...form })
  const response = await fetch(`${issuer}/token`, { method: 'POST', body })
  const tokens = (await response.json()) as Tokens & { error?: string }
  if (!response.ok) throw new Error(`the issuer refuses to sign in: ${tokens.error}`)
  return tokens
}
