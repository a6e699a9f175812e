import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { calendar, event, NOW, transcription } from '../../storage/fixtures.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, type Content, tenantOf } from '../block-content.ts'
import { createSyncedConnection, type SyncedConnection } from '../synced-connection.ts'
import { HOUR } from './synced-items.ts'
import { queryBlock } from './typed-block.ts'

let api: Api
let content: Content
let ada: Tenant
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
  ada = await tenantOf(api, newEmail())
})
afterAll(() => api.stop())

const block = (_id: string, type: string, selection: string, email = ada.email) =>
  queryBlock(api, _id, type, selection, email)

describe('a meeting', () => {
  /** The transcriptions of each event, with their events. */
  async function matched(sync: SyncedConnection, by = ada.email): Promise<Record<string, unknown>> {
    const id = await sync.findBlockId('calendar')
    const { data } = await block(
      id,
      'calendar',
      'events { externalId transcriptions { externalId event { externalId } } }',
      by,
    )
    const { events } = data.block as { events: { externalId: string; transcriptions: { externalId: string }[] }[] }
    return Object.fromEntries(events.map(({ externalId, transcriptions }) => [externalId, transcriptions]))
  }

  const ofTime = (dateStart: number, minutes: number) => ({ dateStart, dateEnd: dateStart + minutes * 60_000 })
  const meet = (...names: string[]) => ({ attendees: names.map((name) => ({ email: `${name}@x.example` })) })
  const said = (externalId: string, dateStart: number, ...names: string[]) =>
    transcription(externalId, {
      dateStart,
      duration: 60_000,
      ...meet(...names),
      uri: `https://meet.example/${externalId}`,
    })

  test.each<[string, Parameters<typeof event>[1][], ReturnType<typeof said>[], Record<string, string[]>]>([
    [
      'matches a transcription that starts a little early',
      [{ ...ofTime(NOW, 30), ...meet('ann') }],
      [said('t', NOW - 600_000, 'ann')],
      { e0: ['t'] },
    ],
    [
      'does not match a transcription that starts long before',
      [{ ...ofTime(NOW, 30), ...meet('ann') }],
      [said('t', NOW - 1_000_000, 'ann')],
      {},
    ],
    [
      'does not match a transcription that starts afterwards',
      [{ ...ofTime(NOW, 30), ...meet('ann') }],
      [said('t', NOW + 1_800_000, 'ann')],
      {},
    ],
    ['does not match other people', [{ ...ofTime(NOW, 30), ...meet('ann') }], [said('t', NOW, 'bob')], {}],
    [
      'is the one with the most people in common',
      [
        { ...ofTime(NOW, 30), ...meet('ann') },
        { ...ofTime(NOW - 60_000, 30), ...meet('ann', 'bob') },
      ],
      [said('t', NOW, 'ann', 'bob')],
      { e1: ['t'] },
    ],
    [
      'with the same people is the one with the closest start',
      [
        { ...ofTime(NOW, 60), ...meet('ann') },
        { ...ofTime(NOW + 1_800_000, 60), ...meet('ann') },
      ],
      [said('t1', NOW + 1_800_000, 'ann'), said('t0', NOW + 60_000, 'ann')],
      { e0: ['t0'], e1: ['t1'] },
    ],
    [
      'has the title of the transcription, whichever began nearer to it',
      [
        { ...ofTime(NOW, 30), ...meet('ann', 'bob') },
        { ...ofTime(NOW - 600_000, 60), ...meet('ann'), title: 'Kick-off' },
      ],
      [said('t', NOW, 'ann', 'bob')],
      { e1: ['t'] },
    ],
    [
      'matches by conference URL, whoever took part',
      [
        { ...ofTime(NOW, 30), ...meet('ann') },
        { ...ofTime(NOW, 30), conferenceUrl: 'https://meet.example/t', ...meet() },
      ],
      [said('t', NOW, 'ann')],
      { e1: ['t'] },
    ],
    ['is not an all-day event', [{ ...ofTime(NOW, 1440), allDay: true, ...meet('ann') }], [said('t', NOW, 'ann')], {}],
    ['is not cancelled', [{ ...ofTime(NOW, 30), status: 'cancelled', ...meet('ann') }], [said('t', NOW, 'ann')], {}],
  ])('%s', async (_, events, transcriptions, expected) => {
    const owner = await tenantOf(api, newEmail())
    const sync = await createSyncedConnection(api, owner)
    await sync.commitPage({
      sync: 'calendar',
      items: [
        calendar(
          'calendar',
          events.map((fields, index) => event(`e${index}`, fields)),
        ),
      ],
    })
    await sync.commitPage({ sync: 'transcription', items: transcriptions })
    const found = await matched(sync, owner.email)
    const expectedMatches = Object.keys(found).map((externalId) => [
      externalId,
      (expected[externalId] ?? []).map((id) => ({ externalId: id, event: { externalId } })),
    ])
    expect(found).toEqual(Object.fromEntries(expectedMatches))
  })

  test('is shown only to those who can see it', async () => {
    const guest = await tenantOf(api, newEmail())
    const links = [{ tag: await addPerson(content, ada, guest.email), shared: true }]
    const seed = { date_start: NOW, date_end: NOW + HOUR, people: ['eve@x.example'] }
    const id = await addBlock(content, ada, 'transcription', { ...seed, links })
    await addBlock(content, ada, 'event', { ...seed, title: 'hidden' })
    expect((await block(id, 'transcription', 'event { title }')).data.block).toMatchObject({
      event: { title: 'hidden' },
    })
    expect((await block(id, 'transcription', 'event { title }', guest.email)).data.block).toMatchObject({ event: null })
    await addBlock(content, ada, 'event', { ...seed, title: 'shared', date_start: NOW - 1, links })
    const { data } = await block(id, 'transcription', 'event { title }', guest.email)
    expect(data.block).toMatchObject({ event: { title: 'shared' } })
  })

  test('is found in the calendar of a colleague who shares it', async () => {
    const [owner, colleague] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
    const shared = [{ tag: await addPerson(content, colleague, owner.email), shared: true }]
    const meeting = { date_start: NOW, date_end: NOW + HOUR, people: ['eve@x.example'], detail: { iCalUid: 'standup' } }
    const transcriptionId = await addBlock(content, owner, 'transcription', { ...meeting, title: 'What was said' })
    const eventId = await addBlock(content, colleague, 'event', { ...meeting, title: 'Stand-up', links: shared })
    await addBlock(content, colleague, 'event', { ...meeting, title: 'Private', detail: {} })
    const found = await block(transcriptionId, 'transcription', 'event { title }', owner.email)
    expect(found.data.block).toMatchObject({ event: { title: 'Stand-up' } })
    const said = { transcriptions: [{ title: 'What was said' }] }
    expect((await block(eventId, 'event', 'transcriptions { title }', owner.email)).data.block).toMatchObject(said)
    // The colleague does not see what the owner recorded.
    const theirs = await block(eventId, 'event', 'transcriptions { title }', colleague.email)
    expect(theirs.data.block).toMatchObject({ transcriptions: [] })
    const ownCopy = await addBlock(content, owner, 'event', { ...meeting, title: 'Stand-up (own)' })
    for (const id of [ownCopy, eventId]) {
      expect((await block(id, 'event', 'transcriptions { title }', owner.email)).data.block).toMatchObject(said)
    }
    const preferred = await block(transcriptionId, 'transcription', 'event { title }', owner.email)
    expect(preferred.data.block).toMatchObject({ event: { title: 'Stand-up (own)' } })
  })
})
