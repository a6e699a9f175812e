import type { Person } from '../core/fixtures.ts'
import type { ErrorName } from './api/errors.ts'
import type { Calendar } from './calendar/model.ts'
import { deterministicGuid } from './guids.ts'
import { Mailbox } from './mail/mailbox.ts'
import { PERSONAL_TENANT, tenantIdOf } from './oauth/tenants.ts'

/** The time zone settings of a mailbox. */
export interface MailboxClock {
  /** The name in mailboxSettings: a Windows name, an IANA name, or `Customized Time Zone`. */
  name: string
  /** The corresponding IANA zone. */
  zone: string
  /** If false, reading the settings fails with 403, whatever the scopes of the token. */
  readable: boolean
}

/** A Microsoft account with its calendars and mailbox. */
export interface MicrosoftAccount {
  /** `oid` in tokens. It is unique within the tenant only. */
  readonly objectId: string
  /** The `id` of the user in Graph. */
  readonly id: string
  readonly tenant: string
  readonly personal: boolean
  /** The address with which the user signs in. */
  readonly email: string
  readonly userPrincipalName: string
  /** Null for personal and guest accounts. */
  readonly mail: string | null
  readonly name: string
  readonly givenName: string
  readonly familyName: string
  readonly title: string
  readonly clock: MailboxClock
  /** In the order in which Graph lists them. */
  readonly calendars: Calendar[]
  readonly mailbox: Mailbox
  /** Whether the account was deleted from its directory. */
  deleted?: boolean
  /** When set, every request to the mailbox fails with this error. */
  mailboxError?: ErrorName
}

export interface AccountOptions {
  person: Person
  kind: 'work' | 'personal' | 'guest'
  /** The company whose tenant holds the account, by default the person's own. */
  host?: { key: string; domain: string }
  clock: MailboxClock
}

export function createAccount({ person, kind, host = person.company, clock }: AccountOptions): MicrosoftAccount {
  const { key, email, name, givenName, familyName, title } = person
  const personal = kind === 'personal'
  const guid = deterministicGuid(`${kind} account ${key}`)
  const shortId = guid.replaceAll('-', '').slice(0, 16)
  return {
    objectId: personal ? `00000000-0000-0000-${shortId.slice(0, 4)}-${shortId.slice(4)}` : guid,
    id: personal ? shortId : guid,
    tenant: personal ? PERSONAL_TENANT : tenantIdOf(host),
    personal,
    email,
    userPrincipalName: kind === 'guest' ? `${email.replace('@', '_')}#EXT#@${host.domain}` : email,
    mail: kind === 'work' ? email : null,
    name,
    givenName,
    familyName,
    title,
    clock: { ...clock },
    calendars: [],
    mailbox: new Mailbox(key),
  }
}
