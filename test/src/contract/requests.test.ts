import { afterAll, describe, expect, test } from '@jest/globals'
import { connectedProvider } from '../fixture-vendor.ts'
import { startRecordingHub } from './recording-hub.ts'

const DAY = { dateStart: 0, dateEnd: 86_400_000 }
const tableMetadata = { metadataType: 'Account' }

const { hub, post, received } = await startRecordingHub()
afterAll(() => hub.stop())

describe('a request', () => {
  const insight = { insightTypeFilters: [] }
  const record = { recordTypeFilters: [{ tableMetadata, externalIds: [] }] }
  const slots = [{ metadataType: 'Contact', tagType: 'person' }]
  const spellings: [path: string, input: object, expected: object][] = [
    ['/sync/email', { filter: { limit: 5 } }, { filter: { limit: 5 } }],
    ['/sync/email', { emailFilter: { limit: 5 } }, { filter: { limit: 5 } }],
    ['/sync/email', { filter: { limit: 5 }, emailFilter: { limit: 6 } }, { filter: { limit: 5 } }],
    ['/sync/transcription', { transcriptionFilter: DAY }, { transcriptionFilter: DAY }],
    ['/sync/transcription', { filter: DAY }, { transcriptionFilter: DAY }],
    ['/sync/transcription', { filter: {}, transcriptionFilter: DAY }, { transcriptionFilter: DAY }],
    ['/sync/calendar', { calendarFilter: DAY }, { calendarFilter: DAY }],
    ['/sync/calendar', { filter: DAY }, { calendarFilter: DAY }],
    ['/sync/metadata', { tableMetadata: [tableMetadata] }, { tableMetadata: [tableMetadata] }],
    ['/sync/metadata', { filter: [tableMetadata] }, { tableMetadata: [tableMetadata] }],
    ['/sync/table', { recordFilter: record }, { recordFilter: record }],
    ['/sync/table', { filter: record }, { recordFilter: record }],
    ['/sync/identifier', { externalIdLinkObjects: slots }, { externalIdLinkObjects: slots }],
    ['/sync/identifier', { filter: slots }, { externalIdLinkObjects: slots }],
    ['/sync/insight', { filter: insight }, { filter: insight }],
    ['/sync/insight', { insightFilter: insight }, { filter: insight }],
    ['/acme-all/link', { url: 'https://a' }, { url: 'https://a' }],
    ['/acme-all/link', { uri: 'https://a' }, { url: 'https://a' }],
    ['/acme-all/link', { link: 'https://a' }, { url: 'https://a' }],
    ['/acme-all/link', { link: { url: 'https://a' } }, { url: 'https://a' }],
    ['/acme-all/link', { businessObject: { url: 'https://a' } }, { url: 'https://a' }],
    ['/acme-all/link', { url: 'https://a', uri: 'https://b', link: { url: 'https://c' } }, { url: 'https://a' }],
    ['/tag/tag', { tag: { alias: 'Ada' } }, { tag: { alias: 'Ada' } }],
    ['/tag/tag', { tag: { name: 'Ada' } }, { tag: { alias: 'Ada' } }],
    ['/tag/tag', { tag: { friendlyName: 'Ada' } }, { tag: { alias: 'Ada' } }],
    ['/tag/tag', { tag: { alias: 'Ada', name: 'Bob' } }, { tag: { alias: 'Ada' } }],
    ['/tag/tag', { tags: [{ name: 'Ada' }, { alias: 'Bob' }] }, { tags: [{ alias: 'Ada' }, { alias: 'Bob' }] }],
    [
      '/sync/insight',
      { filter: { insightTypeFilters: [{ tagType: 'person', tags: [{ friendlyName: 'Ada' }] }] } },
      { filter: { insightTypeFilters: [{ tagType: 'person', tags: [{ alias: 'Ada' }] }] } },
    ],
  ]
  test.each(spellings)('to %s with %j reaches the handler in the documented form', async (path, input, expected) => {
    expect(await post(path, input)).toBe(200)
    expect(received()).toEqual({ connectedProvider: connectedProvider(), ...expected })
  })

  test('may have unknown members', async () => {
    expect(await post('/sync/email', { filter: { unknown: 1 }, other: [1], '': 2 })).toBe(200)
  })

  test.each([[null], [0], [false], ['x'], [{ any: [1] }], [[]]])('may have the profile %j', async (profile) => {
    const credential = { ...connectedProvider().credential, profile }
    expect(await post('/sync/email', { connectedProvider: connectedProvider({ credential }), filter: {} })).toBe(200)
    expect(received()).toMatchObject({ connectedProvider: { credential: { profile } } })
  })

  test('must have a profile, whatever its value', async () => {
    const { profile: _none, ...credential } = connectedProvider().credential
    const response = await hub.post('/sync/email', { connectedProvider: connectedProvider({ credential }), filter: {} })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        errors: [{ pointer: '#/connectedProvider/credential/profile', detail: 'is required.' }],
      }),
    ])
  })
})

describe('the limit of a page', () => {
  test.each([0, -1, 1.5, '10', null, [], true])('%j is refused', async (limit) => {
    for (const [path, name, window] of [
      ['/sync/email', 'filter', {}],
      ['/sync/transcription', 'transcriptionFilter', DAY],
      ['/sync/calendar', 'calendarFilter', DAY],
    ] as const) {
      const response = await hub.post(path, { connectedProvider: connectedProvider(), [name]: { ...window, limit } })
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ errors: [expect.objectContaining({ pointer: `#/${name}/limit` })] }),
      ])
    }
  })

  test.each([1, 500, 501, 1_000_000])('%d is accepted', async (limit) => {
    expect(await post('/sync/email', { filter: { limit } })).toBe(200)
  })
})

describe('the dates of a window', () => {
  test.each([
    [{ dateStart: 5, dateEnd: 4 }, 'dateEnd'],
    [{ dateStart: '5', dateEnd: 6 }, 'dateStart'],
    [{ dateStart: 5, dateEnd: '6' }, 'dateEnd'],
    [{ dateStart: 5 }, 'dateEnd'],
    [{ dateEnd: 5 }, 'dateStart'],
    [{ dateStart: null, dateEnd: 5 }, 'dateStart'],
    [{ dateStart: '2026-01-01', dateEnd: '2026-01-02' }, 'dateStart'],
  ])('%j are refused at %s', async (window, member) => {
    for (const name of ['calendar', 'transcription']) {
      const response = await hub.post(`/sync/${name}`, {
        connectedProvider: connectedProvider(),
        [`${name}Filter`]: window,
      })
      const { errors } = (await response.json()) as { errors: { pointer: string }[] }
      expect([response.status, errors.map(({ pointer }) => pointer)]).toEqual([
        400,
        expect.arrayContaining([`#/${name}Filter/${member}`]),
      ])
    }
  })

  test.each([
    [{}, 200],
    [{ dateStart: 5 }, 200],
    [{ dateEnd: 5 }, 200],
    [{ dateStart: 5, dateEnd: 5 }, 200],
    [{ dateStart: 5, dateEnd: 4 }, 400],
    [{ dateEnd: '5' }, 400],
  ])('%j of a mail filter get a %d', async (filter, status) => {
    expect(await post('/sync/email', { filter })).toBe(status)
  })
})

describe('a missing filter', () => {
  test.each([
    ['/sync/email', '#/filter'],
    ['/sync/transcription', '#/transcriptionFilter'],
    ['/sync/calendar', '#/calendarFilter'],
    ['/sync/metadata', '#/tableMetadata'],
    ['/sync/table', '#/recordFilter'],
    ['/sync/identifier', '#/externalIdLinkObjects'],
    ['/sync/insight', '#/filter'],
  ])('of %s is reported with its documented name', async (path, pointer) => {
    const response = await hub.post(path, { connectedProvider: connectedProvider() })
    expect(await response.json()).toMatchObject({ errors: [{ pointer, detail: 'is required.' }] })
  })
})
