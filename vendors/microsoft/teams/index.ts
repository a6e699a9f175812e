import type { Application } from '../../../src/kit/application.ts'
import { lazyHandler } from '../../../src/kit/lazy.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { teamsAuth } from './auth.ts'

/** https://learn.microsoft.com/graph/api/resources/calltranscript */
export const teams: Application<MicrosoftSettings> = {
  name: 'teams',
  auth: teamsAuth,
  sync: { transcriptions: lazyHandler(async () => (await import('./transcriptions.ts')).syncTranscriptions) },
}
