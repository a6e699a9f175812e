import { X509Certificate } from 'node:crypto'
import { COMPANIES, PEOPLE } from '../../core/fixtures.ts'
import { getSampleKey, toThumbprints } from '../../core/keys/sample-key.ts'
import { deterministicGuid } from '../guids.ts'
import { tenantIdOf } from '../oauth/tenants.ts'
import { APP_ROLES } from './roles.ts'

/** What can be changed about the application of a customer, at any time. */
export interface RegistrationSettings {
  /** The state of its certificate, whose dates are checked as well. */
  certificate: 'registered' | 'expired' | 'not-yet-valid' | 'removed' | 'revoked'
  /** Whether the customer's tenant has the application. */
  inTenant: boolean
  /** The application permissions for which an administrator has consented. */
  roles: readonly string[]
  /** The mailboxes that the application may open, by an access policy: all, or these addresses. */
  mailboxes: 'all' | readonly string[]
}

/** The name of a thumbprint in the header of an assertion. */
export type ThumbprintName = 'x5t' | 'x5t#S256'

/** An application that a customer has registered in the own tenant, and that signs in with a certificate. */
export class Registration {
  readonly clientId = deterministicGuid('registration of meridian')
  readonly tenant = tenantIdOf(COMPANIES.meridian)
  readonly settings: RegistrationSettings = {
    certificate: 'registered',
    inTenant: true,
    roles: [...new Set(Object.values(APP_ROLES).flatMap(([role]) => role ?? []))],
    mailboxes: 'all',
  }
  readonly #start: number

  /** `start`: when the sandbox started, epoch ms. */
  constructor(start: number) {
    this.#start = start
  }

  /** The registered certificate, if one of these members of the header is its thumbprint. */
  findCertificate(
    header: Readonly<Record<string, unknown>>,
    names: readonly ThumbprintName[],
  ): X509Certificate | undefined {
    const { certificate } = getSampleKey(this.#start)
    const thumbprints = toThumbprints(certificate)
    const isNamed = names.some((name) => header[name] === thumbprints[name])
    return isNamed && this.settings.certificate !== 'removed' ? new X509Certificate(certificate) : undefined
  }

  /** What a person enters into the hub's form to connect Ada's mailbox. */
  get formValues(): Readonly<Record<string, string>> {
    const { certificate, privateKey } = getSampleKey(this.#start)
    return { tenant: this.tenant, clientId: this.clientId, certificate, privateKey, mailbox: PEOPLE.ada.email }
  }
}
