import { describe, expect, test } from '@jest/globals'
import type { SyncConnection, SyncName } from '../../../platform/model/sync.ts'
import { ENGINE_RULES } from '../../../platform/sync/engine-options.ts'
import { questionOf, toConnectedProvider } from '../../../platform/sync/request-bodies.ts'
import { MemoryStore } from './simulation/memory-store.ts'
import { DEFINITION } from './simulation/provider.ts'
import { CREDENTIAL, NOW, PROVIDER } from './stage.ts'

const KEY = { tenantId: 'tenant', connectionId: 'c1' }
const CONNECTION: SyncConnection = {
  ...{ ...KEY, provider: 'acme', application: 'desk', providerUrl: PROVIDER },
  ...{ credential: { ...CREDENTIAL, extra: 'kept' } as never, credentialVersion: 1 },
}
const WINDOW = { dateStart: 1, dateEnd: 2 }

async function bodyOf(sync: SyncName, items: readonly string[] = [], tags: { _id: string }[] = [], cursor?: string) {
  const store = new MemoryStore()
  store.connect({ ...CONNECTION, status: 'active', dateCredential: NOW, tags }, new Map())
  for (const item of items) store.connections.get('c1')?.items.set(item, '')
  const application = DEFINITION.applications.find(({ name }) => name === 'desk')
  if (!application) throw new Error('the definition has a desk')
  const inputs = { application, window: WINDOW, turn: 0, now: NOW, rules: ENGINE_RULES.run.request }
  const question = await questionOf(sync, store, CONNECTION, inputs)
  return question?.(toConnectedProvider(CONNECTION), cursor)
}

const connectedProvider = {
  connectionId: 'c1',
  provider: 'acme',
  application: 'desk',
  credential: CONNECTION.credential,
}

describe('a sync asks', () => {
  test.each([
    ['calendar', { calendarFilter: WINDOW }],
    ['email', { filter: { ...WINDOW, limit: 100 } }],
    ['transcription', { transcriptionFilter: { ...WINDOW, limit: 100 } }],
    ['metadata', { tableMetadata: [] }],
  ] as const)('%s with the whole credential and its filter', async (sync, filter) => {
    expect(await bodyOf(sync)).toEqual({ connectedProvider, ...filter })
  })

  test('for the next page with the cursor it was given', async () => {
    expect(await bodyOf('email', [], [], 'next')).toMatchObject({ filter: { cursor: 'next', limit: 100 } })
  })

  test('how the tables it knows look now', async () => {
    expect(await bodyOf('metadata', ['table Contact'])).toMatchObject({ tableMetadata: [{ metadataType: 'Contact' }] })
  })

  test('for the rows it knows, and for those the vendor would show first', async () => {
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

  test('which objects its tags are', async () => {
    const slot = { metadataType: 'Contact', tagType: 'person', sourceTagId: '1' }
    expect(await bodyOf('identifier', [], [{ _id: '1' }])).toEqual({ connectedProvider, externalIdLinkObjects: [slot] })
  })

  test('for insight into the tags that the vendor knows', async () => {
    const filter = { insightTypeFilters: [{ tagType: 'person', blockType: 'table', tags: [{ _id: '1' }] }] }
    expect(await bodyOf('insight', ['link 1'], [{ _id: '1' }, { _id: '2' }])).toEqual({ connectedProvider, filter })
  })

  test.each(['table', 'identifier', 'insight'] as const)('nothing when there is no %s to ask about', async (sync) => {
    expect(await bodyOf(sync)).toBeUndefined()
  })
})
