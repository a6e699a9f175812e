import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { findTenant, signIn, type Tenant } from '../storage/connections/tenants.ts'
import type { Database } from '../storage/postgres/database.ts'
import type { AccessTokens, TokenIdentity } from './access-tokens.ts'
import { Unauthenticated } from './errors.ts'

/** Tenants are looked up at every request and hardly ever change, and a token says the same each time it is read. */
const MAX_CACHED = 10_000
const CACHE_TTL_MS = 60_000

/** Who a token has let in, and until when it is good (epoch ms). */
export interface AuthenticatedViewer {
  viewer: Tenant
  dateExpires: number
}

export interface AuthenticatorDeps {
  db: Database
  tokens: Pick<AccessTokens, 'verify'>
  /** Whether a stranger with a verified address becomes a tenant. */
  autoProvision: boolean
  now: () => number
}

/** Who a request runs as. */
export class Authenticator {
  readonly #parts: AuthenticatorDeps
  readonly #known = new LRUCache<string, Tenant>({ max: MAX_CACHED, ttl: CACHE_TTL_MS })
  /** By the token's hash: the memory holds nothing that anybody could sign in with. */
  readonly #admitted = new LRUCache<string, AuthenticatedViewer>({ max: MAX_CACHED, ttl: CACHE_TTL_MS })

  constructor(parts: AuthenticatorDeps) {
    this.#parts = parts
  }

  /** The tenant of a token. Throws Unauthenticated or IssuerUnreachable. */
  async resolveViewer(token: string | undefined): Promise<Tenant> {
    return (await this.authenticate(token)).viewer
  }

  /** The same, and until when the token is good: for who stays longer than one request. */
  async authenticate(token: string | undefined): Promise<AuthenticatedViewer> {
    if (token === undefined) throw new Unauthenticated('UNAUTHENTICATED_NO_TOKEN')
    const fingerprint = hash('sha256', token)
    const known = this.#admitted.get(fingerprint)
    if (known && known.dateExpires > this.#parts.now()) return known
    const admitted = await this.#read(token)
    this.#admitted.set(fingerprint, admitted)
    return admitted
  }

  async #read(token: string): Promise<AuthenticatedViewer> {
    const { dateExpires, ...bearer } = await this.#parts.tokens.verify(token)
    const name = JSON.stringify([bearer.issuer, bearer.subject])
    const viewer = this.#known.get(name) ?? (await findTenant(this.#parts.db, bearer)) ?? (await this.#create(bearer))
    this.#known.set(name, viewer)
    return { viewer, dateExpires }
  }

  /** What was shared with an address becomes visible to who owns it, so an unverified one makes no tenant. */
  #create({ email, ...bearer }: Omit<TokenIdentity, 'dateExpires'>): Promise<Tenant> {
    const { db, autoProvision, now } = this.#parts
    if (email === undefined || !autoProvision) throw new Unauthenticated('UNAUTHENTICATED_TOKEN_INVALID')
    return signIn(db, { ...bearer, email }, now())
  }
}
