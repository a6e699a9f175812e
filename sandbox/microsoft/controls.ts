import { empty, json } from '../core/answers.ts'
import type { Call } from '../core/call.ts'
import { bodyOf, control } from '../core/control.ts'
import type { Route } from '../core/router.ts'
import { eventIds } from './calendar/event-ids.ts'
import { addEvent, type NewEvent, requireCalendar } from './calendar/new-event.ts'
import { deliverMail, type NewMail } from './mail/deliver.ts'
import type { Message } from './mail/message.ts'
import { breakMailbox, fillMailbox, type Microsoft, moveMessage, removeMail } from './microsoft.ts'
import type { MicrosoftSettings } from './settings.ts'

/** Microsoft's own controls under `/_sandbox/`. */
export function microsoftControls(microsoft: Microsoft): Route[] {
  return [
    control('GET', 'microsoft', () => json(microsoft.settings)),
    control('PATCH', 'microsoft', (call) => {
      const changes = bodyOf(call)
      const unknown = Object.keys(changes).find((name) => !Object.hasOwn(microsoft.settings, name))
      if (unknown !== undefined) throw new RangeError(`There is no setting "${unknown}"`)
      return json(Object.assign(microsoft.settings, changes as Partial<MicrosoftSettings>))
    }),
    control('PATCH', 'mailbox', (call) => changeMailbox(microsoft, call)),
    ...eventControls(microsoft),
    ...mailControls(microsoft),
  ]
}

/** What is wrong with a mailbox, and what its clock is called. */
function changeMailbox(microsoft: Microsoft, call: Call) {
  const { account: email, clock = {}, error } = bodyOf(call)
  const account = microsoft.account(String(email))
  if (error !== undefined) breakMailbox(microsoft, account.email, error === null ? null : String(error))
  Object.assign(account.clock, clock)
  return json({ clock: account.clock, error: account.mailboxError ?? null })
}

function eventControls(microsoft: Microsoft): Route[] {
  return [
    control('POST', 'events', (call) => {
      const { account: email, calendar: name = 'default', event } = bodyOf(call)
      const account = microsoft.account(String(email))
      const calendar = requireCalendar(account, String(name))
      const record = addEvent(account, calendar, event as NewEvent, microsoft.clock.now())
      return json({ key: record.key, ids: eventIds(record, calendar) }, 201)
    }),
    control('DELETE', 'events/:key', ({ params, url }) => {
      const account = microsoft.account(url.searchParams.get('account') ?? '')
      const calendar = requireCalendar(account, url.searchParams.get('calendar') ?? 'default')
      return calendar.events.delete(params.key ?? '') ? empty() : json({ error: 'No such event' }, 404)
    }),
  ]
}

function mailControls(microsoft: Microsoft): Route[] {
  const told = (email: string, message: Message) => {
    const { folder, subject, receivedAt } = message
    return { ids: microsoft.account(email).mailbox.idsOf(message), folder, subject, receivedAt }
  }
  return [
    control('GET', 'mail', ({ url }) => {
      const email = url.searchParams.get('account') ?? ''
      return json(microsoft.account(email).mailbox.messages.map((message) => told(email, message)))
    }),
    control('POST', 'mail', (call) => {
      const { account, mail } = bodyOf(call)
      const message = deliverMail(microsoft.account(String(account)), mailFromJson(mail), microsoft.clock.now())
      return json(told(String(account), message), 201)
    }),
    control('POST', 'mail/generate', (call) => {
      const { account, count, seed = 1 } = bodyOf(call)
      fillMailbox(microsoft, String(account), { count: Number(count), seed: Number(seed) })
      return json({ size: microsoft.account(String(account)).mailbox.messages.length }, 201)
    }),
    control('POST', 'mail/:id/move', (call) => {
      const { account, folder } = bodyOf(call)
      return json(told(String(account), moveMessage(microsoft, String(account), call.params.id ?? '', String(folder))))
    }),
    control('DELETE', 'mail/:id', ({ params, url }) => {
      const removed = removeMail(microsoft, url.searchParams.get('account') ?? '', params.id ?? '')
      return removed ? empty() : json({ error: 'No such mail' }, 404)
    }),
  ]
}

/** Attachments come with their bytes in base64. */
function mailFromJson(value: unknown): NewMail {
  const { attachments = [], ...mail } = value as Omit<NewMail, 'attachments'> & {
    attachments?: { name: string; contentType: string; base64: string }[]
  }
  const files = attachments.map(({ base64, ...file }) => ({ ...file, content: Buffer.from(base64, 'base64') }))
  return { ...mail, attachments: files }
}
