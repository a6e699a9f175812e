import type { Person } from '../core/fixtures.ts'
import type { ErrorName } from './api/errors.ts'
import type { Calendar } from './calendar/model.ts'
import { deterministicGuid } from './guids.ts'
import { Mailbox } from './mail/mailbox.ts'
import { PERSONAL_TENANT, tenantIdOf } from './oauth/tenants.ts'

/** What the mailbox says about time. */
export interface MailboxClock {
  /** As mailboxSettings tells it: a Windows name, an IANA name, or `Customized Time Zone`. */
  name: string
  /** The IANA zone it means. */
  zone: string
  /** False: the settings are refused with 403, whatever the token may do. */
  readable: boolean
}

/** One Microsoft account with everything in it. */
export interface MicrosoftAccount {
  /** `oid` in tokens. Only together with the tenant does it name a person for ever. */
  readonly objectId: string
  /** `id` in Graph. */
  readonly id: string
  readonly tenant: string
  readonly personal: boolean
  /** What the person signs in with. */
  readonly email: string
  readonly userPrincipalName: string
  /** Null for whoever has no address of record. */
  readonly mail: string | null
  readonly name: string
  readonly givenName: string
  readonly familyName: string
  readonly title: string
  readonly clock: MailboxClock
  /** In the order of the calendar list. */
  readonly calendars: Calendar[]
  readonly mailbox: Mailbox
  /** The error with which everything of the mailbox is answered, when there is no mailbox in order. */
  mailboxError?: ErrorName
}

export interface AccountOptions {
  person: Person
  kind: 'work' | 'personal' | 'guest'
  /** The company in whose tenant the account is; the person's own by default. */
  host?: { key: string; domain: string }
  clock: MailboxClock
}

export function createAccount({ person, kind, host = person.company, clock }: AccountOptions): MicrosoftAccount {
  const { key, email, name, givenName, familyName, title } = person
  const personal = kind === 'personal'
  const guid = deterministicGuid(`${kind} account ${key}`)
  const short = guid.replaceAll('-', '').slice(0, 16)
  return {
    objectId: personal ? `00000000-0000-0000-${short.slice(0, 4)}-${short.slice(4)}` : guid,
    id: personal ? short : guid,
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
