import type { Person } from '../core/fixtures.ts'
import type { Calendar } from './calendar/model.ts'
import { Mailbox } from './gmail/mailbox.ts'

/** A Google account with its calendars and mailbox. */
export interface GoogleAccount {
  /** The account's stable id: `sub` in tokens, `id` in userinfo. */
  readonly sub: string
  readonly email: string
  readonly name: string
  readonly givenName: string
  readonly familyName: string
  /** The Workspace domain. */
  readonly hostedDomain: string
  /** In the order of the calendar list. */
  readonly calendars: Calendar[]
  readonly mailbox: Mailbox
  /** If false, Gmail returns "Mail service not enabled". */
  hasMail: boolean
  /** If false, Calendar returns "notACalendarUser". */
  hasCalendar: boolean
}

export function createAccount(person: Person, sub: string): GoogleAccount {
  const { email, name, givenName, familyName, company } = person
  return {
    sub,
    email,
    name,
    givenName,
    familyName,
    hostedDomain: company.domain,
    calendars: [],
    mailbox: new Mailbox(),
    hasMail: true,
    hasCalendar: true,
  }
}
