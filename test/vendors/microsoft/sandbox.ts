import {
  type MicrosoftOptions,
  type MicrosoftSandbox,
  SAMPLE_CLIENT,
  startMicrosoft,
} from '../../../sandbox/microsoft/index.ts'
import type { ConnectedProvider, Email, EmailFilter, StandardSyncResponse } from '../../../src/contract/index.ts'
import type { Application, Call } from '../../../src/kit/application.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { Secret } from '../../../src/runtime/secret.ts'
import { outlookCalendar } from '../../../vendors/microsoft/outlook-calendar/index.ts'
import { outlookMail } from '../../../vendors/microsoft/outlook-mail/index.ts'
import type { MicrosoftSettings } from '../../../vendors/microsoft/settings.ts'
import { createCall, impatient } from '../../kit/call.ts'

export const ADA = 'ada@meridian.example'

const BASE_URL = 'http://localhost:5000'

/** A sandbox whose consent page accepts automatically. */
export function startSandbox(options: MicrosoftOptions = {}): Promise<MicrosoftSandbox> {
  return startMicrosoft({ ...options, oauth: { autoConsent: true, signedIn: ADA, ...options.oauth } })
}

export function callOf(
  microsoft: MicrosoftSandbox,
  application: string,
  overrides: Partial<Call<MicrosoftSettings>> = {},
): Call<MicrosoftSettings> {
  const settings: MicrosoftSettings = {
    clientId: SAMPLE_CLIENT.id,
    clientSecret: new Secret(SAMPLE_CLIENT.secret),
    tenant: 'common',
    origin: microsoft.origin,
  }
  const clock = () => microsoft.clock.now()
  return createCall(settings, { application, baseUrl: BASE_URL, clock, ...overrides })
}

/** Goes through the consent page as a browser would, and returns the connection. */
export async function connect(
  microsoft: MicrosoftSandbox,
  application: Application<MicrosoftSettings>,
  account = ADA,
): Promise<ConnectedProvider> {
  const { name } = application
  const call = callOf(microsoft, name)
  const [state, nonce] = [`connection-1.${name}`, 'the-nonce-of-the-attempt']
  microsoft.oauth.settings.signedIn = account
  const started = await authOf(application).connect(
    { application: name, connectionId: 'connection-1', state, nonce },
    call,
  )
  const redirect = await fetch(started.type === 'redirect' ? started.url : '', { redirect: 'manual' })
  const parameters = Object.fromEntries(new URL(redirect.headers.get('location') ?? '').searchParams)
  const input = { connectionId: 'connection-1', application: name, state, nonce, parameters }
  const { credential } = await authOf(application).callback(input, call)
  return { connectionId: 'connection-1', provider: 'provider-hub', application: name, credential }
}

export function authOf({ auth }: Application<MicrosoftSettings>) {
  if (!auth) throw new Error('this application cannot be connected')
  return auth
}

/** The calendars in a window around the sandbox's time, in days. One is never available and is not retried. */
export function syncCalendar(
  microsoft: MicrosoftSandbox,
  connectedProvider: ConnectedProvider,
  daysBefore = 30,
  daysAfter = 60,
) {
  const now = microsoft.clock.now()
  const calendarFilter = { dateStart: now - daysBefore * DAY_MS, dateEnd: now + daysAfter * DAY_MS }
  const handler = outlookCalendar.sync?.calendar
  if (!handler) throw new Error('calendars cannot be synced')
  return handler({ connectedProvider, calendarFilter }, callOf(microsoft, 'outlook-calendar', { budget: impatient() }))
}

export const DAY_MS = 86_400_000

/** Reads all pages of the mail. */
export async function syncEmails(
  microsoft: MicrosoftSandbox,
  connectedProvider: ConnectedProvider,
  filter: EmailFilter = {},
) {
  const handler = outlookMail.sync?.emails
  if (!handler) throw new Error('mail cannot be synced')
  const pages: StandardSyncResponse<Email>[] = []
  let cursor: string | undefined
  do {
    const request = {
      connectedProvider,
      filter: { ...filter, ...omitUndefined({ cursor: cursor || undefined }) },
    }
    const page = await handler(request, callOf(microsoft, 'outlook-mail'))
    pages.push(page)
    cursor = page.pagination.cursor
  } while (cursor)
  return pages
}
