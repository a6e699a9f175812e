import { PEOPLE, type PersonKey } from '../../core/fixtures.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { datesRelativeTo, type RelativeDates } from '../../core/time/relative-dates.ts'
import { createAccount, type GoogleAccount } from '../account.ts'
import { getCalendar } from '../calendar/find-calendar.ts'
import { addEvent } from '../calendar/new-event.ts'
import type { NewMail } from '../gmail/compose.ts'
import { deliverMail } from '../gmail/deliver.ts'
import { toUserId } from '../people/directory.ts'
import { createAdasCalendars, createOwnCalendar } from './calendars.ts'
import { createCharsetMails } from './charset-mails.ts'
import { createHeaderEdgeCases } from './edge-case-headers.ts'
import { createMimeEdgeCases } from './edge-case-mime.ts'
import { createMeetingEvents } from './meetings/events.ts'
import { createNewsletters } from './newsletters.ts'
import { createOtherCalendars, shared } from './other-calendars.ts'
import { createOtherMails } from './other-mails.ts'
import { createRecurringEvents } from './recurring-events.ts'
import { createSingleEvents } from './single-events.ts'
import { createThreadMails } from './thread-mails.ts'
import { SAMPLE_THREADS } from './threads.ts'

const DAY_MS = 86_400_000

/**
 * Creates the sample accounts: Ada with all sample data; Bilal with an empty mailbox; Esther without Gmail and Calendar.
 * The data reach from about 60 days before `start` (epoch ms) to 120 days after it.
 */
export function createSampleAccounts(start: number): GoogleAccount[] {
  const days = datesRelativeTo(start)
  const bilal = createSampleAccount('bilal')
  bilal.calendars.push(createOwnCalendar({ email: bilal.email, timeZone: PEOPLE.bilal.company.timeZone }))
  const esther = createSampleAccount('esther')
  esther.hasMail = false
  esther.hasCalendar = false
  return [createAdasAccount(days, start), bilal, esther]
}

function createSampleAccount(key: PersonKey): GoogleAccount {
  return createAccount(PEOPLE[key], toUserId(PEOPLE[key].email))
}

function createAdasAccount(days: RelativeDates, start: number): GoogleAccount {
  const ada = createSampleAccount('ada')
  ada.calendars.push(...createAdasCalendars())
  const created = start - 61 * DAY_MS
  const primary = getCalendar(ada, 'primary')
  const events = [...createRecurringEvents(days), ...createSingleEvents(days), shared(days)]
  for (const event of [...events, ...createMeetingEvents(days, start)]) addEvent(primary, event, created)
  for (const [id, events] of Object.entries(createOtherCalendars(days))) {
    for (const event of events) addEvent(getCalendar(ada, id), event, created)
  }
  fillMailbox(ada, days, start)
  return ada
}

function fillMailbox(account: GoogleAccount, days: RelativeDates, start: number): void {
  const labels = new Set(SAMPLE_THREADS.flatMap(({ label }) => label ?? []))
  for (const [index, name] of [...labels].entries()) account.mailbox.labels.set(name, `Label_${index + 1}`)
  const singleMails = [
    ...createNewsletters(days),
    ...createCharsetMails(days),
    ...createHeaderEdgeCases(days),
    ...createMimeEdgeCases(days),
    ...createOtherMails(days),
  ]
  const all = [...createThreadMails(days), ...singleMails.map((mail) => ({ thread: undefined, mail }))]
  const threads = new Map<string, string>()
  for (const { thread, mail } of all.sort((a, b) => getReceivedAt(a.mail) - getReceivedAt(b.mail))) {
    if (getReceivedAt(mail) > start) break
    const threadId = thread === undefined ? undefined : threads.get(thread)
    const newMail = omitUndefined({ ...resolveLabels(account, mail), threadId })
    const message = deliverMail(account, newMail, start)
    if (thread !== undefined) threads.set(thread, message.threadId)
  }
}

/** Replaces the names of user labels with their ids. */
function resolveLabels({ mailbox }: GoogleAccount, mail: NewMail): NewMail {
  if (!mail.labelIds) return mail
  return { ...mail, labelIds: mail.labelIds.map((label) => mailbox.labels.get(label) ?? label) }
}

function getReceivedAt({ receivedAt = 0 }: NewMail): number {
  return receivedAt
}
