import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)
const window = { dateStart: Date.parse('2026-03-01T00:00:00Z'), dateEnd: Date.parse('2026-04-01T00:00:00Z') }

test('a meeting becomes a transcription; one without a transcript is named in a warning', async () => {
  const waiting = replay('beacon-mailroom/meetings')
  const page = await mailroom.sync?.transcriptions?.({ connectedProvider, transcriptionFilter: window }, call)
  expect(page?.items).toEqual([
    {
      blockType: 'transcription',
      provider: 'provider-hub',
      application: mailroom.name,
      externalId: 't9',
      uri: 'https://example.beacon.example/meetings/t9',
      title: 'Prices',
      dateStart: Date.parse('2026-03-30T09:00:00Z'),
      duration: 30 * 60_000,
      organizedBy: { email: 'ann@example.com', friendlyName: 'Ann Example' },
      attendees: [
        { email: 'ann@example.com', friendlyName: 'Ann Example' },
        { email: 'bo@acme.test', friendlyName: 'Bo Lind' },
      ],
      transcript: { title: 'Prices', text: 'Bo Lind: Five percent.\nAnn Example: Agreed.' },
      processingStage: 'processed',
    },
  ])
  expect(page?.metadata?.warnings).toEqual(['The transcript of “Routes” is not ready.'])
  expect(waiting()).toEqual([])
})
