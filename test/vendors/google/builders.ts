import { expect } from '@jest/globals'
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import type {
  Calendar,
  CalendarFilter,
  Credential,
  Email,
  EmailFilter,
  StandardSyncResponse,
  Transcription,
  TranscriptionFilter,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { Secret } from '../../../src/runtime/secret.ts'
import { gmail } from '../../../vendors/google/gmail/index.ts'
import { googleCalendar } from '../../../vendors/google/google-calendar/index.ts'
import { googleMeet } from '../../../vendors/google/google-meet/index.ts'
import type { GoogleSettings } from '../../../vendors/google/settings.ts'
import { createCall } from '../../kit/call.ts'

export const SETTINGS: GoogleSettings = { clientId: 'hub.apps.example', clientSecret: new Secret('GOCSPX-hub-secret') }

export function calendarCall(overrides: Partial<Call<GoogleSettings>> = {}): Call<GoogleSettings> {
  return createCall(SETTINGS, { application: 'google-calendar', ...overrides })
}

export function mailCall(overrides: Partial<Call<GoogleSettings>> = {}): Call<GoogleSettings> {
  return createCall(SETTINGS, { application: 'gmail', ...overrides })
}

export function meetCall(overrides: Partial<Call<GoogleSettings>> = {}): Call<GoogleSettings> {
  return createCall(SETTINGS, { application: 'google-meet', clock: () => WINDOW.dateEnd, ...overrides })
}

/** Ann's connection. The tokens have Google's form, so that tests can check their redaction. */
export function aCredential(overrides: Partial<Credential> = {}): Credential {
  return {
    accessToken: 'ya29.ann-access-token',
    refreshToken: '1//0g-ann-refresh-token',
    email: 'ann@example.com',
    profile: null,
    ...overrides,
  }
}

export function aConnection(application: string, credential = aCredential()) {
  return { connectionId: 'connection-1', provider: 'provider-hub', application, credential }
}

/** An ordinary window. */
export const WINDOW = { dateStart: Date.parse('2026-01-05T00:00:00Z'), dateEnd: Date.parse('2026-01-12T00:00:00Z') }

export function syncCalendar(
  filter: Partial<CalendarFilter> = {},
  call = calendarCall(),
  credential = aCredential(),
): Promise<StandardSyncResponse<Calendar>> {
  const connectedProvider = aConnection('google-calendar', credential)
  const handler = googleCalendar.sync?.calendar ?? missing()
  return handler({ connectedProvider, calendarFilter: { ...WINDOW, ...filter } }, call)
}

export function syncEmails(
  filter: EmailFilter = {},
  call = mailCall(),
  credential = aCredential(),
  connection: { connectionId?: string } = {},
): Promise<StandardSyncResponse<Email>> {
  const connectedProvider = { ...aConnection('gmail', credential), ...connection }
  const handler = gmail.sync?.emails ?? missing()
  return handler({ connectedProvider, filter }, call)
}

/** Reads the transcripts of a window, of the ordinary one by default. */
export function syncTranscriptions(
  filter: Partial<TranscriptionFilter> = {},
  call = meetCall(),
  credential = aCredential(),
): Promise<StandardSyncResponse<Transcription>> {
  const connectedProvider = aConnection('google-meet', credential)
  const handler = googleMeet.sync?.transcriptions ?? missing()
  return handler({ connectedProvider, transcriptionFilter: { ...WINDOW, ...filter } }, call)
}

function missing(): never {
  throw new Error('this application has no such handler')
}

export function anEntry(
  overrides: Partial<calendar_v3.Schema$CalendarListEntry> = {},
): calendar_v3.Schema$CalendarListEntry {
  return { id: 'ann@example.com', summary: 'Ann', timeZone: 'Europe/Paris', accessRole: 'owner', ...overrides }
}

export function anEvent(overrides: Partial<calendar_v3.Schema$Event> = {}): calendar_v3.Schema$Event {
  return {
    id: 'event-1',
    status: 'confirmed',
    summary: 'Lunch',
    start: { dateTime: '2026-01-05T12:00:00+01:00', timeZone: 'Europe/Paris' },
    end: { dateTime: '2026-01-05T13:00:00+01:00', timeZone: 'Europe/Paris' },
    ...overrides,
  }
}

/** A message in Google's JSON, with a single text part and these headers. */
export function aMessage(
  overrides: Partial<gmail_v1.Schema$Message> = {},
  headers: Record<string, string | string[]> = {},
): gmail_v1.Schema$Message & { id: string } {
  return {
    id: 'message-1',
    threadId: 'thread-1',
    labelIds: ['INBOX'],
    snippet: 'Hello',
    internalDate: '1767693600000',
    payload: { ...aText('Hello'), headers: toHeaders({ From: 'Bob <bob@example.org>', Subject: 'Hi', ...headers }) },
    ...overrides,
  } as gmail_v1.Schema$Message & { id: string }
}

export function toHeaders(headers: Record<string, string | string[]>): gmail_v1.Schema$MessagePartHeader[] {
  return Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })))
}

/** A text part with these bytes, or with a text in UTF-8. */
export function aText(
  content: string | Uint8Array,
  contentType = 'text/plain; charset="UTF-8"',
): gmail_v1.Schema$MessagePart {
  const bytes = Buffer.from(content as string)
  return {
    partId: '0',
    mimeType: contentType.split(';')[0] as string,
    filename: '',
    headers: toHeaders({ 'Content-Type': contentType }),
    body: { size: bytes.length, data: bytes.toString('base64url') },
  }
}

export function aFile(
  filename: string,
  overrides: Partial<gmail_v1.Schema$MessagePart> = {},
): gmail_v1.Schema$MessagePart {
  return {
    partId: '1',
    mimeType: 'application/pdf',
    filename,
    body: { attachmentId: 'ANGjdJ-short-lived', size: 9 },
    ...overrides,
  }
}

export function aMultipart(
  kind: string,
  parts: gmail_v1.Schema$MessagePart[],
  headers: Record<string, string> = {},
): gmail_v1.Schema$MessagePart {
  return { mimeType: `multipart/${kind}`, filename: '', headers: toHeaders(headers), body: { size: 0 }, parts }
}

/** Returns the error with which a call rejects. Fails if it resolves. */
export async function problemOf(work: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await work.then(
    () => expect('the call succeeded').toBe('it should have failed'),
    (reason) => reason,
  )
  return error
}
