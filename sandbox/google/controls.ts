import { controlRoute, parseJsonObject } from '../core/controls.ts'
import { empty, json } from '../core/http/responses.ts'
import type { Route } from '../core/http/router.ts'
import { getCalendar } from './calendar/find-calendar.ts'
import { addEvent, cancelEvent, type NewEvent } from './calendar/new-event.ts'
import { createDriveControls } from './drive/controls.ts'
import type { NewMail } from './gmail/compose.ts'
import { deliverMail } from './gmail/deliver.ts'
import { getHeaderValues } from './gmail/message.ts'
import { addConference } from './meet/add-conference.ts'
import type { NewConference, NewTranscript } from './meet/new-conference.ts'
import { serviceAccountControls } from './service-accounts/controls.ts'
import type { GoogleSettings } from './settings.ts'
import { fillMailbox, type GoogleState } from './state.ts'

/** Creates Google's own control routes under `/_sandbox/`. */
export function createGoogleControls(google: GoogleState): Route[] {
  return [
    controlRoute('GET', 'google', () => json(google.settings)),
    controlRoute('PATCH', 'google', (request) => {
      const changes = parseJsonObject(request)
      const unknown = Object.keys(changes).find((name) => !Object.hasOwn(google.settings, name))
      if (unknown !== undefined) throw new RangeError(`Unknown setting "${unknown}"`)
      return json(Object.assign(google.settings, changes as Partial<GoogleSettings>))
    }),
    ...serviceAccountControls(google.serviceAccount),
    ...createMailControls(google),
    ...createDriveControls(google),
    ...createMeetingControls(google),
    controlRoute('POST', 'events', (request) => {
      const { account, calendarId = 'primary', event } = parseJsonObject(request)
      const calendar = getCalendar(google.account(String(account)), String(calendarId))
      return json({ id: addEvent(calendar, event as NewEvent, google.clock.now()).id }, 201)
    }),
    controlRoute('DELETE', 'events/:id', ({ params, url }) => {
      const account = google.account(url.searchParams.get('account') ?? '')
      const calendar = getCalendar(account, url.searchParams.get('calendarId') ?? 'primary')
      return cancelEvent(calendar, params.id ?? '', google.clock.now())
        ? empty()
        : json({ error: 'Event not found' }, 404)
    }),
  ]
}

function createMailControls(google: GoogleState): Route[] {
  return [
    controlRoute('GET', 'mail', ({ url }) => {
      const { mailbox } = google.account(url.searchParams.get('account') ?? '')
      const messages = mailbox.messages.all()
      return json(
        messages.map((message) => {
          const { id, threadId, labelIds, internalDate } = message
          return { id, threadId, labelIds, internalDate, subject: getHeaderValues(message, 'subject')[0] }
        }),
      )
    }),
    controlRoute('POST', 'mail', (request) => {
      const { account, mail } = parseJsonObject(request)
      const { id, threadId } = deliverMail(google.account(String(account)), parseNewMail(mail), google.clock.now())
      return json({ id, threadId }, 201)
    }),
    controlRoute('POST', 'mail/generate', (request) => {
      const { account, count, seed = 1 } = parseJsonObject(request)
      fillMailbox(google, String(account), { count: Number(count), seed: Number(seed) })
      return json({ size: google.account(String(account)).mailbox.messages.size }, 201)
    }),
    controlRoute('DELETE', 'mail/:id', ({ params, url }) => {
      const { mailbox } = google.account(url.searchParams.get('account') ?? '')
      return mailbox.messages.remove(params.id ?? '') ? empty() : json({ error: 'Message not found' }, 404)
    }),
  ]
}

function createMeetingControls(google: GoogleState): Route[] {
  return [
    controlRoute('GET', 'conferences', () =>
      json(
        google.conferences.all().map(({ id, space, organizer, start, end, transcripts }) => ({
          id,
          code: space.code,
          organizer,
          start,
          end: Number.isFinite(end) ? end : null,
          transcripts: transcripts.map((transcript) => transcript.id),
        })),
      ),
    ),
    controlRoute('POST', 'conferences', (request) => {
      const { account, conference } = parseJsonObject(request)
      const added = addConference(google, String(account), conference as NewConference)
      return json({ id: added.id, code: added.space.code, transcripts: added.transcripts.map(({ id }) => id) }, 201)
    }),
    controlRoute('POST', 'conferences/:id/transcripts', (request) => {
      const transcript = parseJsonObject(request) as unknown as NewTranscript
      return json({ id: google.conferences.addTranscript(request.params.id ?? '', transcript).id }, 201)
    }),
    controlRoute('DELETE', 'conferences/:id', ({ params }) =>
      google.conferences.remove(params.id ?? '') ? empty() : json({ error: 'Conference not found' }, 404),
    ),
  ]
}

/** In JSON, the bytes of files are base64. */
function parseNewMail(value: unknown): NewMail {
  const { files = [], ...mail } = value as Omit<NewMail, 'files'> & {
    files?: { filename: string; mimeType: string; base64: string }[]
  }
  return { ...mail, files: files.map(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, 'base64') })) }
}
