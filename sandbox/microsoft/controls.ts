import { controlRoute, parseJsonObject } from '../core/controls.ts'
import type { HttpRequest } from '../core/http/request.ts'
import { empty, json } from '../core/http/responses.ts'
import type { Route } from '../core/http/router.ts'
import { registrationControls } from './app-only/controls.ts'
import { eventIds } from './calendar/event-ids.ts'
import { addEvent, type NewEvent, requireCalendar } from './calendar/new-event.ts'
import { createDriveControls } from './drive/controls.ts'
import { deliverMail, type NewMail } from './mail/deliver.ts'
import type { Message } from './mail/message.ts'
import type { MicrosoftSettings } from './settings.ts'
import { breakMailbox, fillMailbox, type MicrosoftState, moveMessage, removeMail } from './state.ts'
import { meetingControls } from './teams/controls.ts'

/** The control routes under `/_sandbox/` that are specific to Microsoft. */
export function microsoftControls(microsoft: MicrosoftState): Route[] {
  return [
    controlRoute('GET', 'microsoft', () => json(microsoft.settings)),
    controlRoute('PATCH', 'microsoft', (request) => {
      const changes = parseJsonObject(request)
      const unknown = Object.keys(changes).find((name) => !Object.hasOwn(microsoft.settings, name))
      if (unknown !== undefined) throw new RangeError(`Unknown setting "${unknown}"`)
      return json(Object.assign(microsoft.settings, changes as Partial<MicrosoftSettings>))
    }),
    controlRoute('DELETE', 'accounts/:email', ({ params }) => {
      microsoft.account(params.email ?? '').deleted = true
      return empty()
    }),
    controlRoute('PATCH', 'mailbox', (request) => updateMailbox(microsoft, request)),
    ...registrationControls(microsoft.registration),
    ...eventControls(microsoft),
    ...mailControls(microsoft),
    ...createDriveControls(microsoft),
    ...meetingControls(microsoft),
  ]
}

/** Changes the time zone settings of a mailbox and the error with which its requests fail. */
function updateMailbox(microsoft: MicrosoftState, request: HttpRequest) {
  const { account: email, clock = {}, error } = parseJsonObject(request)
  const account = microsoft.account(String(email))
  if (error !== undefined) breakMailbox(microsoft, account.email, error === null ? null : String(error))
  Object.assign(account.clock, clock)
  return json({ clock: account.clock, error: account.mailboxError ?? null })
}

function eventControls(microsoft: MicrosoftState): Route[] {
  return [
    controlRoute('POST', 'events', (request) => {
      const { account: email, calendar: name = 'default', event } = parseJsonObject(request)
      const account = microsoft.account(String(email))
      const calendar = requireCalendar(account, String(name))
      const record = addEvent(account, calendar, event as NewEvent, microsoft.clock.now())
      return json({ key: record.key, ids: eventIds(record, calendar) }, 201)
    }),
    controlRoute('DELETE', 'events/:key', ({ params, url }) => {
      const account = microsoft.account(url.searchParams.get('account') ?? '')
      const calendar = requireCalendar(account, url.searchParams.get('calendar') ?? 'default')
      return calendar.events.delete(params.key ?? '') ? empty() : json({ error: 'No such event' }, 404)
    }),
  ]
}

function mailControls(microsoft: MicrosoftState): Route[] {
  const toMailJson = (email: string, message: Message) => {
    const { folder, subject, receivedAt } = message
    return { ids: microsoft.account(email).mailbox.getIds(message), folder, subject, receivedAt }
  }
  return [
    controlRoute('GET', 'mail', ({ url }) => {
      const email = url.searchParams.get('account') ?? ''
      return json(microsoft.account(email).mailbox.messages.map((message) => toMailJson(email, message)))
    }),
    controlRoute('POST', 'mail', (request) => {
      const { account, mail } = parseJsonObject(request)
      const message = deliverMail(microsoft.account(String(account)), toNewMail(mail), microsoft.clock.now())
      return json(toMailJson(String(account), message), 201)
    }),
    controlRoute('POST', 'mail/generate', (request) => {
      const { account, count, seed = 1 } = parseJsonObject(request)
      fillMailbox(microsoft, String(account), { count: Number(count), seed: Number(seed) })
      return json({ size: microsoft.account(String(account)).mailbox.messages.length }, 201)
    }),
    controlRoute('POST', 'mail/:id/move', (request) => {
      const { account, folder } = parseJsonObject(request)
      const moved = moveMessage(microsoft, String(account), request.params.id ?? '', String(folder))
      return json(toMailJson(String(account), moved))
    }),
    controlRoute('DELETE', 'mail/:id', ({ params, url }) => {
      const removed = removeMail(microsoft, url.searchParams.get('account') ?? '', params.id ?? '')
      return removed ? empty() : json({ error: 'No such mail' }, 404)
    }),
  ]
}

/** The content of attachments is given in base64. */
function toNewMail(value: unknown): NewMail {
  const { attachments = [], ...mail } = value as Omit<NewMail, 'attachments'> & {
    attachments?: { name: string; contentType: string; base64: string }[]
  }
  const files = attachments.map(({ base64, ...file }) => ({ ...file, content: Buffer.from(base64, 'base64') }))
  return { ...mail, attachments: files }
}
