import { readFileSync } from 'node:fs'
import nock from 'nock'

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
  for (const name of ['sentitems', 'deleteditems', 'junkemail']) {
    nock(GRAPH)
      .get(`/v1.0/me/mailFolders/${name}`)
      .query(true)
      .reply(200, { id: `${name}=`, childFolderCount: 0 })
  }
}

/** Replays a recording; any other request fails. The result returns the responses that were not requested yet. */
export function replay(name: string): () => string[] {
  nock.define(recording(name))
  return () => nock.pendingMocks()
}

export function recording(name: string): nock.Definition[] {
  return JSON.parse(readFileSync(new URL(`recordings/${name}.json`, import.meta.url), 'utf8'))
}
