import { createHash, type KeyObject } from 'node:crypto'
import { COMPANIES, PEOPLE, type Person } from '../../core/fixtures.ts'
import { getSampleKey } from '../../core/keys/sample-key.ts'
import type { Client } from '../../core/oauth/client.ts'
import { createAccount, type GoogleAccount } from '../account.ts'
import { SCOPES } from '../oauth/scopes.ts'
import { createOwnCalendar } from '../seed/calendars.ts'
import type { ServiceAccountErrorName } from './errors.ts'

/** What can be changed about the service account of a customer, at any time. */
export interface ServiceAccountSettings {
  key: 'enabled' | 'disabled' | 'deleted'
  /** Whether the domain's administrator has authorised the account, and by what. Only its numeric client id counts. */
  delegation: 'client-id' | 'email' | 'none'
  /** The scopes that the administrator lists. Each is compared as it is written. */
  scopes: readonly string[]
  /** The error for a scope that is not listed. Google documents both. */
  scopeError: 'unauthorized_client' | 'access_denied'
  /** An error with which every request for a token is refused. */
  refusal?: ServiceAccountErrorName | null
}

const PROJECT = 'meridian-works-sandbox'

/** A service account with domain-wide delegation in the domain of the sample accounts. */
export class ServiceAccount {
  readonly clientId = '117420951730852640071'
  readonly email = `provider-hub@${PROJECT}.iam.gserviceaccount.com`
  /** The domain whose users it may act for. */
  readonly domain = COMPANIES.meridian.domain
  readonly settings: ServiceAccountSettings = {
    key: 'enabled',
    delegation: 'client-id',
    scopes: Object.keys(SCOPES).filter((scope) => scope.startsWith('https://')),
    scopeError: 'unauthorized_client',
  }
  /** Its own account, with a calendar and a drive of its own that hold nothing, and without mail. */
  readonly account: GoogleAccount = createEmptyAccount(this.email, this.clientId)
  readonly client: Client = { id: this.clientId, secret: '', name: this.email, redirectUris: [] }
  readonly #start: number

  /** `start`: when the sandbox started, epoch ms. */
  constructor(start: number) {
    this.#start = start
  }

  /** The public key with this id, or the only one if the assertion names none. Undefined if it was deleted. */
  findKey(keyId: unknown): KeyObject | undefined {
    if (this.settings.key === 'deleted' || (keyId !== undefined && keyId !== this.#keyId)) return undefined
    return getSampleKey(this.#start).publicKey
  }

  /** What a person enters into the hub's form to connect Ada's account. */
  get formValues(): Readonly<Record<string, string>> {
    return { serviceAccount: JSON.stringify(this.#toKeyFile(), undefined, 2), subject: PEOPLE.ada.email }
  }

  get #keyId(): string {
    const spki = getSampleKey(this.#start).publicKey.export({ format: 'der', type: 'spki' })
    return createHash('sha1').update(spki).digest('hex')
  }

  /** The file that the Cloud console downloads when a key is created. */
  #toKeyFile(): object {
    return {
      type: 'service_account',
      project_id: PROJECT,
      private_key_id: this.#keyId,
      private_key: getSampleKey(this.#start).privateKey,
      client_email: this.email,
      client_id: this.clientId,
      auth_uri: 'https://accounts.google.com/o/oauth2/auth',
      token_uri: 'https://oauth2.googleapis.com/token',
      auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
      client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${encodeURIComponent(this.email)}`,
      universe_domain: 'googleapis.com',
    }
  }
}

function createEmptyAccount(email: string, id: string): GoogleAccount {
  const company = { ...COMPANIES.meridian, domain: `${PROJECT}.iam.gserviceaccount.com` }
  const person: Person = {
    key: 'service-account',
    name: email,
    givenName: '',
    familyName: '',
    email,
    title: '',
    company,
  }
  const account = createAccount(person, id)
  account.calendars.push(createOwnCalendar({ email, timeZone: 'UTC' }))
  account.hasMail = false
  return account
}
