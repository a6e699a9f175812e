import nock from 'nock'
import { recordingsIn } from '../../kit/recordings.ts'

export const GRAPH = 'https://graph.microsoft.com'

export function serveZone(value = 'Romance Standard Time'): void {
  nock(GRAPH).get('/v1.0/me/mailboxSettings/timeZone').reply(200, { value })
}

export function serveCalendars(value: unknown[]): void {
  nock(GRAPH).get('/v1.0/me/calendars').query({ $top: 100 }).reply(200, { value })
}

export function viewOf(calendarId: string): string {
  return `/v1.0/me/calendars/${encodeURIComponent(calendarId)}/calendarView`
}

export function serveEvents(value: unknown[], calendarId = 'calendar-1='): void {
  nock(GRAPH).get(viewOf(calendarId)).query(true).reply(200, { value })
}

/** Serves the folders by which messages are classified. */
export function serveFolders(): void {
  for (const name of FOLDERS) {
    nock(GRAPH)
      .get(`/v1.0/me/mailFolders/${name}`)
      .query(true)
      .reply(200, { id: `${name}=`, childFolderCount: 0 })
  }
}

/** The folders that a sync of mail asks for, by their well-known names. */
export const FOLDERS = ['sentitems', 'deleteditems', 'junkemail', 'outbox', 'scheduled', 'conversationhistory']

/** Serves a page of a mailbox, whatever the query. */
export function serveMail(page: object): void {
  nock(GRAPH).get('/v1.0/me/messages').query(true).reply(200, page)
}

/** Serves the query that confirms the end of a mailbox: there is nothing older. */
export function serveEnd(): void {
  serveMail({ value: [] })
}

export const { recording, replay } = recordingsIn(new URL('recordings/', import.meta.url))
