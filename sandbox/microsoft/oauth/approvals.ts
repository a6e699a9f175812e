import type { MicrosoftSettings } from '../settings.ts'
import { canonicalScope } from './scopes.ts'

/** Scopes that the default policy of Microsoft lets only administrators consent to, since November 2025 (MC1163922). */
const RESTRICTED = /^(?:Mail|MailboxSettings|Calendars|OnlineMeeting(?:Transcript|Artifact|AiInsight))\./

/** What administrators have approved for the users of their organizations. */
export class Approvals {
  readonly #settings: MicrosoftSettings
  /** By tenant and client. */
  readonly #scopes = new Map<string, Set<string>>()

  constructor(settings: MicrosoftSettings) {
    this.#settings = settings
  }

  add(tenant: string, clientId: string, scopes: readonly string[]): void {
    const key = `${tenant} ${clientId}`
    this.#scopes.set(key, new Set([...(this.#scopes.get(key) ?? []), ...scopes]))
  }

  /** Whether a user of a work account may consent to these scopes. */
  allow(tenant: string, clientId: string, scopes: readonly string[]): boolean {
    const { userConsent, approvedTenants } = this.#settings
    if (userConsent === 'allowed' || approvedTenants.includes(tenant)) return true
    const approved = this.#scopes.get(`${tenant} ${clientId}`)
    const restricted = scopes.map(canonicalScope).filter((scope) => RESTRICTED.test(scope))
    return restricted.every((scope) => approved?.has(scope))
  }
}
