import { expect } from '@jest/globals'
import type {
  Calendar as GraphCalendar,
  Event as GraphEvent,
  Message,
  Recipient,
} from '@microsoft/microsoft-graph-types'
import type {
  Calendar,
  CalendarFilter,
  Credential,
  Email,
  EmailFilter,
  StandardSyncResponse,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import type { ProblemOptions } from '../../../src/kit/errors.ts'
import { Secret } from '../../../src/runtime/secret.ts'
import { outlookCalendar } from '../../../vendors/microsoft/outlook-calendar/index.ts'
import { outlookMail } from '../../../vendors/microsoft/outlook-mail/index.ts'
import type { MicrosoftSettings } from '../../../vendors/microsoft/settings.ts'
import { createCall } from '../../kit/call.ts'

export const SETTINGS: MicrosoftSettings = {
  clientId: '6731de76-14a6-49ae-97bc-6eba6914391e',
  clientSecret: new Secret('hub~secret~value'),
  tenant: 'common',
}

export function calendarCall(overrides: Partial<Call<MicrosoftSettings>> = {}): Call<MicrosoftSettings> {
  return createCall(SETTINGS, { application: 'outlook-calendar', ...overrides })
}

export function mailCall(overrides: Partial<Call<MicrosoftSettings>> = {}): Call<MicrosoftSettings> {
  return createCall(SETTINGS, { application: 'outlook-mail', ...overrides })
}

/** Ann's connection. The tokens have Microsoft's form, so that tests can check their redaction. */
export function aCredential(overrides: Partial<Credential> = {}): Credential {
  return {
    accessToken: 'EwB4A8l6BAAU-ann-access-token',
    refreshToken: 'M.C5xx_ann-refresh-token-0123456789',
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
  const connectedProvider = aConnection('outlook-calendar', credential)
  const handler = outlookCalendar.sync?.calendar ?? missing()
  return handler({ connectedProvider, calendarFilter: { ...WINDOW, ...filter } }, call)
}

export function syncEmails(
  filter: EmailFilter = {},
  call = mailCall(),
  credential = aCredential(),
  connection: { connectionId?: string } = {},
): Promise<StandardSyncResponse<Email>> {
  const connectedProvider = { ...aConnection('outlook-mail', credential), ...connection }
  const handler = outlookMail.sync?.emails ?? missing()
  return handler({ connectedProvider, filter }, call)
}

function missing(): never {
  throw new Error('this application has no such handler')
}

/** The cursor of a page that has a next page. */
export function cursorOf({ pagination }: { pagination: { cursor?: string } }): { cursor: string } {
  if (!pagination.cursor) throw new Error('there is no cursor')
  return { cursor: pagination.cursor }
}

export function aCalendar(overrides: Partial<GraphCalendar> = {}): GraphCalendar & { id: string } {
  return { id: 'calendar-1=', name: 'Calendar', canViewPrivateItems: true, ...overrides } as GraphCalendar & {
    id: string
  }
}

export function anEvent(overrides: Partial<GraphEvent> = {}): GraphEvent {
  return {
    id: 'event-1=',
    subject: 'Lunch',
    isAllDay: false,
    start: aTime('2026-01-05T11:00:00'),
    end: aTime('2026-01-05T12:00:00'),
    ...overrides,
  }
}

/** A UTC time in Graph's notation: seven digits, and no offset in the text. */
export function aTime(dateTime: string, timeZone = 'UTC') {
  return { dateTime: `${dateTime}.0000000`, timeZone }
}

export function aMessage(overrides: Partial<Message> = {}): Message & { id: string } {
  return {
    id: 'message-1=',
    subject: 'Hi',
    receivedDateTime: '2026-01-06T10:00:00Z',
    isDraft: false,
    from: aRecipient('bob@example.org', 'Bob'),
    toRecipients: [aRecipient('ann@example.com', 'Ann')],
    body: { contentType: 'text', content: 'Hello' },
    parentFolderId: 'inbox=',
    ...overrides,
  } as Message & { id: string }
}

export function aRecipient(address: string, name = address): Recipient {
  return { emailAddress: { address, name } }
}

/** Returns the error with which a call rejects. Fails if it resolves. */
export async function problemOf(work: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await work.then(
    () => expect('the call succeeded').toBe('it should have failed'),
    (reason) => reason,
  )
  return error
}

/** The link for an administrator in the options of an error; empty if there is none. */
export function adminLinkOf({ options }: Record<string, unknown>): string {
  return (options as ProblemOptions).page?.link?.url ?? ''
}
