import { hash } from 'node:crypto'
import { createCache } from '../../src/runtime/cache.ts'
import type { Buckets } from '../storage/buckets.ts'
import { findTenant, type Tenant } from '../storage/connections/tenants.ts'
import { signIn } from '../storage/graph/user/sign-in.ts'
import type { AccessTokens, TokenIdentity } from './access-tokens.ts'
import { Unauthenticated } from './errors.ts'

/** Every request needs its tenant, which hardly ever changes, and verifying a token always has the same result. */
const MAX_CACHED = 10_000
const CACHE_TTL_MS = 60_000

/** The tenant of an access token. */
export interface AuthenticatedViewer {
  viewer: Tenant
  /** When the token expires (epoch ms). */
  dateExpires: number
}

export interface AuthenticatorDeps {
  buckets: Buckets
  tokens: Pick<AccessTokens, 'verify'>
  /** Whether an unknown identity with a verified address becomes a tenant. */
  autoProvision: boolean
  now: () => number
}

/** Resolves access tokens to tenants. */
export class Authenticator {
  readonly #deps: AuthenticatorDeps
  readonly #tenants = createCache<Tenant>(MAX_CACHED, { ttl: CACHE_TTL_MS })
  /** Keyed by the token's hash, so that memory does not hold usable tokens. */
  readonly #authenticated = createCache<AuthenticatedViewer>(MAX_CACHED, { ttl: CACHE_TTL_MS })

  constructor(deps: AuthenticatorDeps) {
    this.#deps = deps
  }

  /** The tenant of a token. Throws Unauthenticated or IssuerUnreachable. */
  async resolveViewer(token: string | undefined): Promise<Tenant> {
    return (await this.authenticate(token)).viewer
  }

  /** The tenant of a token and when the token expires, for connections that outlast one request. Throws like `resolveViewer`. */
  async authenticate(token: string | undefined): Promise<AuthenticatedViewer> {
    if (token === undefined) throw new Unauthenticated('UNAUTHENTICATED_NO_TOKEN')
    const fingerprint = hash('sha256', token)
    const cached = this.#authenticated.get(fingerprint)
    if (cached && cached.dateExpires > this.#deps.now()) return cached
    const authenticated = await this.#verify(token)
    this.#authenticated.set(fingerprint, authenticated)
    return authenticated
  }

  async #verify(token: string): Promise<AuthenticatedViewer> {
    const { dateExpires, ...identity } = await this.#deps.tokens.verify(token)
    const key = JSON.stringify([identity.issuer, identity.subject])
    const viewer = this.#tenants.get(key) ?? (await this.#findOrCreate(identity))
    this.#tenants.set(key, viewer)
    return { viewer, dateExpires }
  }

  async #findOrCreate(identity: Omit<TokenIdentity, 'dateExpires'>): Promise<Tenant> {
    const { buckets } = this.#deps
    const viewer = (await findTenant(buckets.directory, identity)) ?? (await this.#create(identity))
    // It may be a bucket that was added after this process was started; from now on it is known.
    if (viewer.bucket !== undefined) await buckets.of(viewer.tenantId)
    return viewer
  }

  /** A new tenant sees everything shared with its address, so an unverified address must not create one. */
  #create({ email, ...identity }: Omit<TokenIdentity, 'dateExpires'>): Promise<Tenant> {
    const { buckets, autoProvision, now } = this.#deps
    if (email === undefined || !autoProvision) throw new Unauthenticated('UNAUTHENTICATED_TOKEN_INVALID')
    return signIn(buckets, { ...identity, email }, now())
  }
}
