import { empty, json } from '../core/answers.ts'
import { bodyOf, control } from '../core/control.ts'
import type { Route } from '../core/router.ts'
import { addEvent, cancelEvent, type NewEvent, requireCalendar } from './calendar/new-event.ts'
import type { NewMail } from './gmail/compose.ts'
import { deliverMail } from './gmail/deliver.ts'
import { headerValues } from './gmail/message.ts'
import { fillMailbox, type Google } from './google.ts'
import type { GoogleSettings } from './settings.ts'

/** Google's own controls under `/_sandbox/`. */
export function googleControls(google: Google): Route[] {
  return [
    control('GET', 'google', () => json(google.settings)),
    control('PATCH', 'google', (call) => {
      const changes = bodyOf(call)
      const unknown = Object.keys(changes).find((name) => !Object.hasOwn(google.settings, name))
      if (unknown !== undefined) throw new RangeError(`There is no setting "${unknown}"`)
      return json(Object.assign(google.settings, changes as Partial<GoogleSettings>))
    }),
    ...mailControls(google),
    control('POST', 'events', (call) => {
      const { account, calendarId = 'primary', event } = bodyOf(call)
      const calendar = requireCalendar(google.account(String(account)), String(calendarId))
      return json({ id: addEvent(calendar, event as NewEvent, google.clock.now()).id }, 201)
    }),
    control('DELETE', 'events/:id', ({ params, url }) => {
      const account = google.account(url.searchParams.get('account') ?? '')
      const calendar = requireCalendar(account, url.searchParams.get('calendarId') ?? 'primary')
      return cancelEvent(calendar, params.id ?? '', google.clock.now())
        ? empty()
        : json({ error: 'No such event' }, 404)
    }),
  ]
}

function mailControls(google: Google): Route[] {
  return [
    control('GET', 'mail', ({ url }) => {
      const { mailbox } = google.account(url.searchParams.get('account') ?? '')
      const messages = mailbox.messages.all()
      return json(
        messages.map((message) => {
          const { id, threadId, labelIds, internalDate } = message
          return { id, threadId, labelIds, internalDate, subject: headerValues(message, 'subject')[0] }
        }),
      )
    }),
    control('POST', 'mail', (call) => {
      const { account, mail } = bodyOf(call)
      const { id, threadId } = deliverMail(google.account(String(account)), mailFromJson(mail), google.clock.now())
      return json({ id, threadId }, 201)
    }),
    control('POST', 'mail/generate', (call) => {
      const { account, count, seed = 1 } = bodyOf(call)
      fillMailbox(google, String(account), { count: Number(count), seed: Number(seed) })
      return json({ size: google.account(String(account)).mailbox.messages.size }, 201)
    }),
    control('DELETE', 'mail/:id', ({ params, url }) => {
      const { mailbox } = google.account(url.searchParams.get('account') ?? '')
      return mailbox.messages.remove(params.id ?? '') ? empty() : json({ error: 'No such mail' }, 404)
    }),
  ]
}

/** Files come with their bytes in base64. */
function mailFromJson(value: unknown): NewMail {
  const { files = [], ...mail } = value as Omit<NewMail, 'files'> & {
    files?: { filename: string; mimeType: string; base64: string }[]
  }
  return { ...mail, files: files.map(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, 'base64') })) }
}
