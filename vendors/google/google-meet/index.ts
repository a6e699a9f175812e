import type { Application } from '../../../src/kit/application.ts'
import { lazyHandler } from '../../../src/kit/lazy.ts'
import { googleAuth } from '../oauth.ts'
import type { GoogleSettings } from '../settings.ts'
import { CALENDAR, DIRECTORY } from './optional.ts'

/**
 * `meetings.space.created` would give access to the meetings that the hub itself creates only. The text comes from the
 * entries of transcripts, which need no permission of Drive.
 * https://developers.google.com/workspace/meet/api/guides/authenticate-authorize
 */
export const googleMeet: Application<GoogleSettings> = {
  name: 'google-meet',
  auth: googleAuth(
    [
      {
        scope: 'https://www.googleapis.com/auth/meetings.space.readonly',
        label: 'Read information about any of your Google Meet conferences',
      },
    ],
    [CALENDAR.scope, DIRECTORY.scope],
    { keyProbe: 'https://meet.googleapis.com/v2/conferenceRecords?pageSize=1' },
  ),
  sync: { transcriptions: lazyHandler(async () => (await import('./transcriptions.ts')).syncTranscriptions) },
}
