import { type Days, daysAround } from '../../core/days.ts'
import { PEOPLE } from '../../core/world.ts'
import { createAccount, type GoogleAccount } from '../account.ts'
import { addEvent, requireCalendar } from '../calendar/new-event.ts'
import type { NewMail } from '../gmail/compose.ts'
import { deliverMail } from '../gmail/deliver.ts'
import { adasCalendars, ownCalendar } from './calendars.ts'
import { charsetMails } from './charset-mails.ts'
import { CONVERSATIONS } from './conversations.ts'
import { letters } from './letters.ts'
import { series } from './meetings.ts'
import { newsletters } from './newsletters.ts'
import { occasions } from './occasions.ts'
import { oddMails } from './odd-mails.ts'
import { oddTrees } from './odd-trees.ts'
import { otherCalendars, shared } from './other-calendars.ts'
import { otherMails } from './other-mails.ts'

const DAY = 86_400_000

/**
 * The sample accounts: Ada, with everything; Bilal, whose mailbox is empty; Esther, who has neither Gmail nor Calendar.
 * Nothing lies further back than sixty days or so from `start`, nothing further ahead than a hundred and twenty.
 */
export function sampleAccounts(start: number): GoogleAccount[] {
  const days = daysAround(start)
  const bilal = createAccount(PEOPLE.bilal, '108114093217446602002')
  bilal.calendars.push(ownCalendar({ email: bilal.email, timeZone: PEOPLE.bilal.company.timeZone }))
  const esther = createAccount(PEOPLE.esther, '108114093217446602003')
  esther.hasMail = false
  esther.hasCalendar = false
  return [adasAccount(days, start), bilal, esther]
}

function adasAccount(days: Days, start: number): GoogleAccount {
  const ada = createAccount(PEOPLE.ada, '108114093217446602001')
  ada.calendars.push(...adasCalendars())
  const made = start - 61 * DAY
  const own = requireCalendar(ada, 'primary')
  for (const event of [...series(days), ...occasions(days), shared(days)]) addEvent(own, event, made)
  for (const [id, events] of Object.entries(otherCalendars(days))) {
    for (const event of events) addEvent(requireCalendar(ada, id), event, made)
  }
  fillMailbox(ada, days, start)
  return ada
}

function fillMailbox(account: GoogleAccount, days: Days, start: number): void {
  const labels = new Set(CONVERSATIONS.flatMap(({ label }) => label ?? []))
  for (const [index, name] of [...labels].entries()) account.mailbox.labels.set(name, `Label_${index + 1}`)
  const others = [
    ...newsletters(days),
    ...charsetMails(days),
    ...oddMails(days),
    ...oddTrees(days),
    ...otherMails(days),
  ]
  const all = [...letters(days), ...others.map((mail) => ({ thread: undefined, mail }))]
  const threads = new Map<string, string>()
  for (const { thread, mail } of all.sort((a, b) => receivedAt(a.mail) - receivedAt(b.mail))) {
    if (receivedAt(mail) > start) break
    const threadId = thread === undefined ? undefined : threads.get(thread)
    const delivered = deliverMail(account, { ...labelled(account, mail), ...(threadId ? { threadId } : {}) }, start)
    if (thread !== undefined) threads.set(thread, delivered.threadId)
  }
}

/** Labels of one's own stand in the samples by name, in the mailbox by id. */
function labelled({ mailbox }: GoogleAccount, mail: NewMail): NewMail {
  if (!mail.labelIds) return mail
  return { ...mail, labelIds: mail.labelIds.map((label) => mailbox.labels.get(label) ?? label) }
}

function receivedAt({ receivedAt = 0 }: NewMail): number {
  return receivedAt
}
