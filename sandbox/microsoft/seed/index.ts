import { COMPANIES, PEOPLE, type Person } from '../../core/fixtures.ts'
import { datesRelativeTo, type RelativeDates } from '../../core/time/relative-dates.ts'
import { type AccountOptions, createAccount, type MicrosoftAccount } from '../account.ts'
import { toWindowsName } from '../api/zone-names.ts'
import { addEvent, type NewEvent, requireCalendar } from '../calendar/new-event.ts'
import { deliverMail } from '../mail/deliver.ts'
import { adasCalendars, ownCalendar } from './calendars.ts'
import { draftsAndJunk } from './drafts-and-junk.ts'
import { edgeCaseMails } from './edge-case-mails.ts'
import { meetingMessages } from './meeting-messages.ts'
import { newsletters } from './newsletters.ts'
import { otherCalendars, planning } from './other-calendars.ts'
import { recipient } from './people.ts'
import { recurringEvents } from './recurring-events.ts'
import { singleEvents } from './single-events.ts'
import { threadMails } from './thread-mails.ts'

const DAY = 86_400_000

/**
 * The sample accounts: Ada, with everything, and those whose accounts are in some way unlike hers. Nothing lies further
 * back than sixty days or so from `start`, nothing but series without an end further ahead than a hundred and twenty.
 */
export function sampleAccounts(start: number): MicrosoftAccount[] {
  const days = datesRelativeTo(start)
  return [
    adasAccount(days, start),
    // The administrator has set his mailbox up with IANA names.
    plainAccount(PEOPLE.bilal, 'work', { name: 'Europe/Paris' }),
    personalAccount(days, start),
    plainAccount(PEOPLE.yulia, 'work', { name: 'Customized Time Zone' }),
    plainAccount(PEOPLE.kenji, 'work', { readable: false }),
    plainAccount(PEOPLE.aroha, 'work', {}),
    guestAccount(),
  ]
}

function adasAccount(days: RelativeDates, start: number): MicrosoftAccount {
  const ada = createAccount(optionsFor(PEOPLE.ada, 'work', {}))
  ada.calendars.push(...adasCalendars())
  const made = start - 61 * DAY
  const put = (calendar: string, events: readonly NewEvent[]) => {
    for (const event of events) addEvent(ada, requireCalendar(ada, calendar), event, made)
  }
  put('default', [...recurringEvents(days), ...singleEvents(days), planning(days)])
  for (const [name, events] of Object.entries(otherCalendars(days))) put(name, events)
  ada.mailbox.addFolder('clients', 'Clients')
  ada.mailbox.addFolder('halden', 'Halden', 'clients')
  const mails = [
    ...threadMails(days),
    ...meetingMessages(days),
    ...newsletters(days),
    ...edgeCaseMails(days),
    ...draftsAndJunk(days),
  ]
  // A mail of this week has not arrived yet when the week begins.
  const arrived = mails.filter(({ receivedAt = 0 }) => receivedAt <= start)
  for (const mail of arrived) deliverMail(ada, mail, start)
  return ada
}

/** A Microsoft account of Omar's own: no address of record, no administrator, tokens without dots. */
function personalAccount(days: RelativeDates, start: number): MicrosoftAccount {
  const omar = plainAccount(PEOPLE.omar, 'personal', {})
  const meeting = { subject: 'Soccer practice', start: days.at(0, 'Sat', '10:00'), end: days.at(0, 'Sat', '12:00') }
  addEvent(omar, requireCalendar(omar), meeting, start - DAY)
  deliverMail(omar, { from: recipient('maya'), subject: 'Welcome to the league', receivedAt: start - DAY }, start)
  return omar
}

/** Lars as a guest of Meridian: he can sign in there, and has no mailbox there. */
function guestAccount(): MicrosoftAccount {
  const lars = createAccount({ ...optionsFor(PEOPLE.lars, 'guest', {}), host: COMPANIES.meridian })
  lars.mailboxError = 'MailboxNotEnabledForRESTAPI'
  return lars
}

/** What everybody has: an empty mailbox and a calendar of one's own. */
function plainAccount(person: Person, kind: AccountOptions['kind'], clock: Partial<AccountOptions['clock']>) {
  const account = createAccount(optionsFor(person, kind, clock))
  account.calendars.push(ownCalendar(person))
  return account
}

function optionsFor(
  person: Person,
  kind: AccountOptions['kind'],
  clock: Partial<AccountOptions['clock']>,
): AccountOptions {
  const zone = person.company.timeZone
  return { person, kind, clock: { name: toWindowsName(zone), zone, readable: true, ...clock } }
}
