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
import { meetingEvents } from './meetings/events.ts'
import { newsletters } from './newsletters.ts'
import { otherCalendars, planning } from './other-calendars.ts'
import { recipient } from './people.ts'
import { recurringEvents } from './recurring-events.ts'
import { singleEvents } from './single-events.ts'
import { threadMails } from './thread-mails.ts'

const DAY_MS = 86_400_000

/**
 * The sample accounts: Ada's with a full mailbox and calendars, and smaller ones that differ from hers in one respect
 * each. The data range from about 60 days before `start` (epoch ms) to 120 days after it; only unbounded series go further.
 */
export function sampleAccounts(start: number): MicrosoftAccount[] {
  const days = datesRelativeTo(start)
  return [
    adasAccount(days, start),
    // A mailbox that was configured with an IANA zone name.
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
  const createdAt = start - 61 * DAY_MS
  const addAll = (calendar: string, events: readonly NewEvent[]) => {
    for (const event of events) addEvent(ada, requireCalendar(ada, calendar), event, createdAt)
  }
  addAll('default', [...recurringEvents(days), ...singleEvents(days), planning(days), ...meetingEvents(days, start)])
  for (const [name, events] of Object.entries(otherCalendars(days))) addAll(name, events)
  ada.mailbox.addFolder('clients', 'Clients')
  ada.mailbox.addFolder('halden', 'Halden', 'clients')
  const mails = [
    ...threadMails(days),
    ...meetingMessages(days),
    ...newsletters(days),
    ...edgeCaseMails(days),
    ...draftsAndJunk(days),
  ]
  // Messages dated later than the start have not arrived yet.
  const arrived = mails.filter(({ receivedAt = 0 }) => receivedAt <= start)
  for (const mail of arrived) deliverMail(ada, mail, start)
  return ada
}

/** Omar's personal account: `mail` is null, there is no administrator, and tokens contain no dots. */
function personalAccount(days: RelativeDates, start: number): MicrosoftAccount {
  const omar = plainAccount(PEOPLE.omar, 'personal', {})
  const meeting = { subject: 'Soccer practice', start: days.at(0, 'Sat', '10:00'), end: days.at(0, 'Sat', '12:00') }
  addEvent(omar, requireCalendar(omar), meeting, start - DAY_MS)
  deliverMail(omar, { from: recipient('maya'), subject: 'Welcome to the league', receivedAt: start - DAY_MS }, start)
  return omar
}

/** Lars as a guest of Meridian, who can sign in to that tenant but has no mailbox there. */
function guestAccount(): MicrosoftAccount {
  const lars = createAccount({ ...optionsFor(PEOPLE.lars, 'guest', {}), host: COMPANIES.meridian })
  lars.mailboxError = 'MailboxNotEnabledForRESTAPI'
  return lars
}

/** An account with an empty mailbox and an empty default calendar. */
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
