import { X509Certificate } from 'node:crypto'
import { PEOPLE } from '../../core/fixtures.ts'
import { getSampleKey } from '../../core/keys/sample-key.ts'
import type { Client } from '../../core/oauth/client.ts'

/** What can be changed about the connected app of a customer, at any time. */
export interface ConnectedAppSettings {
  /** The state of its certificate, whose dates are checked as well. */
  certificate: 'registered' | 'expired' | 'removed'
  /** The usernames that are approved for the app, by an administrator or once by the users themselves. */
  approved: 'all' | 'none' | readonly string[]
  /** Whether the org is a sandbox, whose users sign in at test.salesforce.com. */
  orgType: 'production' | 'sandbox'
  /** The usernames of users who are no longer active. */
  inactive: readonly string[]
  /** The scopes of the app. */
  scopes: readonly string[]
  /** How far ahead an assertion may expire. Salesforce's pages say three or five minutes. */
  maxAssertionSeconds: number
}

/** An app that a customer has created in the own org, with a certificate and without its secret. */
export class ConnectedApp {
  readonly client: Client = { id: '3MVG9sandbox.MeridianKeyApp', secret: '', name: 'Provider Hub', redirectUris: [] }
  readonly settings: ConnectedAppSettings = {
    certificate: 'registered',
    approved: 'all',
    orgType: 'production',
    inactive: [],
    scopes: ['api', 'id'],
    maxAssertionSeconds: 180,
  }
  readonly #start: number

  /** `start`: when the sandbox started, epoch ms. */
  constructor(start: number) {
    this.#start = start
  }

  /** The certificate, if it is registered and valid at `now` (epoch ms). */
  findCertificate(now: number): X509Certificate | undefined {
    if (this.settings.certificate !== 'registered') return undefined
    const certificate = new X509Certificate(getSampleKey(this.#start).certificate)
    const isValid = now >= certificate.validFromDate.getTime() && now < certificate.validToDate.getTime()
    return isValid ? certificate : undefined
  }

  /** What a person enters into the hub's form to connect Ada's account. */
  get formValues(): Readonly<Record<string, string>> {
    const { certificate, privateKey } = getSampleKey(this.#start)
    const username = `${PEOPLE.ada.email}.crm`
    return { consumerKey: this.client.id, username, privateKey, loginUrl: 'https://login.salesforce.com', certificate }
  }
}
