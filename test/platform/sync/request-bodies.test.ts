import { describe, expect, test } from '@jest/globals'
import type { SyncConnection, SyncName } from '../../../platform/model/sync.ts'
import { toConnectedProvider } from '../../../platform/provider/call-target.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../../platform/sync/engine-options.ts'
import { createRequestBuilder } from '../../../platform/sync/request-bodies.ts'
import { CREDENTIAL, NOW, PROVIDER } from './fixtures.ts'
import { MemoryStore } from './memory-store/store.ts'
import { DEFINITION } from './simulation/provider.ts'

const KEY = { tenantId: 'tenant', connectionId: 'c1' }
const CONNECTION: SyncConnection = {
  ...KEY,
  provider: 'acme',
  application: 'desk',
  providerUrl: PROVIDER,
  credential: { ...CREDENTIAL, extra: 'retained' } as never,
  credentialVersion: 1,
}
const WINDOW = { dateStart: 1, dateEnd: 2 }

async function bodyOf(sync: SyncName, items: readonly string[] = [], tags: { _id: string }[] = [], cursor?: string) {
  const store = new MemoryStore()
  store.connect({ ...CONNECTION, status: 'active', dateCredential: NOW, tags }, new Map())
  for (const item of items) store.connections.get('c1')?.items.set(item, '')
  const application = DEFINITION.applications.find(({ name }) => name === 'desk')
  if (!application) throw new Error('the definition has no desk')
  const context = { application, window: WINDOW, turn: 0, now: NOW, options: DEFAULT_ENGINE_OPTIONS.run.request }
  const buildRequest = await createRequestBuilder(sync, store, CONNECTION, context)
  return buildRequest?.(toConnectedProvider(CONNECTION), cursor)
}

const connectedProvider = {
  connectionId: 'c1',
  provider: 'acme',
  application: 'desk',
  credential: CONNECTION.credential,
}

describe('the request of a sync', () => {
  test.each([
    ['calendar', { calendarFilter: WINDOW }],
    ['email', { filter: { ...WINDOW, limit: 100 } }],
    ['transcription', { transcriptionFilter: { ...WINDOW, limit: 100 } }],
    ['metadata', { tableMetadata: [] }],
  ] as const)('%s contains the complete credential and the filter', async (sync, filter) => {
    expect(await bodyOf(sync)).toEqual({ connectedProvider, ...filter })
  })

  test('for the next page contains the cursor', async () => {
    expect(await bodyOf('email', [], [], 'next')).toMatchObject({ filter: { cursor: 'next', limit: 100 } })
  })

  test('for metadata contains the known tables, whole, and requests all of their fields', async () => {
    const tableMetadata = [{ metadataType: 'Contact', label: 'Contact', fields: [] }]
    expect(await bodyOf('metadata', ['table Contact'])).toMatchObject({ tableMetadata })
  })

  test('for tables contains the known rows, and an empty list for those the vendor would show first', async () => {
    const tableMetadata = { metadataType: 'Contact' }
    expect(await bodyOf('table', ['table Contact', 'row Contact 1'])).toMatchObject({
      recordFilter: {
        recordTypeFilters: [
          { tableMetadata, externalIds: ['1'] },
          { tableMetadata, externalIds: [] },
        ],
      },
    })
  })

  test('for identifiers contains the tags', async () => {
    const slot = { metadataType: 'Contact', tagType: 'person', sourceTagId: '1' }
    expect(await bodyOf('identifier', [], [{ _id: '1' }])).toEqual({ connectedProvider, externalIdLinkObjects: [slot] })
  })

  test('for insight contains the tags that the vendor knows', async () => {
    const filter = { insightTypeFilters: [{ tagType: 'person', blockType: 'table', tags: [{ _id: '1' }] }] }
    expect(await bodyOf('insight', ['link 1'], [{ _id: '1' }, { _id: '2' }])).toEqual({ connectedProvider, filter })
  })

  test.each(['table', 'identifier', 'insight'] as const)('is omitted when there is no %s to request', async (sync) => {
    expect(await bodyOf(sync)).toBeUndefined()
  })
})
