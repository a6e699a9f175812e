import { describe, expect, test } from '@jest/globals'
import { validateItems } from '../../../platform/provider/items.ts'
import { email } from '../sync/fixtures.ts'

describe('the items of a page', () => {
  test('that are valid are returned in the documented form', () => {
    const { subject: _, ...withoutSubject } = email('2')
    const { page, invalid, warnings } = validateItems('email', [
      email('1'),
      { ...withoutSubject, subject: 'Hello', body: '<p>', more: 1 },
    ])
    expect([invalid, warnings]).toEqual([0, []])
    expect(page.items).toMatchObject([email('1'), { subject: 'Hello', bodyHtml: '<p>' }])
  })

  test('that are invalid are counted and named, and do not affect others', () => {
    const invalidItems = [{ ...email('2'), subject: 7 }, null, 'mail', {}]
    const { page, invalid, warnings } = validateItems('email', [email('1'), ...invalidItems])
    expect([page.items, invalid]).toEqual([[email('1')], 4])
    expect(warnings).toEqual([
      '2 was omitted: /subject must be string',
      expect.stringMatching(/^item 3 was omitted/),
      expect.stringMatching(/^item 4 was omitted/),
      expect.stringMatching(/^item 5 was omitted/),
    ])
  })

  test('whose dates are beyond the range of dates are invalid', () => {
    const dates = [9e15, -9e15, 1e300]
    const { page, invalid, warnings } = validateItems('email', [...dates.map((date) => email('1', date)), email('2')])
    expect([page.items, invalid]).toEqual([[email('2')], 3])
    expect(warnings[0]).toBe('1 was omitted: /dateReceived must be <= 8640000000000000')
  })

  test('that are nested too deeply are invalid', () => {
    const nest = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
    const { page, warnings } = validateItems('email', [
      { ...email('1'), extra: nest(50_000) },
      { ...email('2'), extra: nest(90) },
    ])
    expect(page.items).toMatchObject([{ externalId: '2' }])
    expect(warnings).toEqual(['1 was omitted: it is nested more than 100 levels deep'])
  })

  test('that are all invalid produce a limited number of warnings', () => {
    const { invalid, warnings } = validateItems('email', Array(1_000).fill({}))
    expect([invalid, warnings.length, warnings.at(-1)]).toEqual([1_000, 51, '950 more were omitted'])
  })
})

describe('a meeting without a transcript', () => {
  const meeting = {
    blockType: 'transcription',
    provider: 'acme',
    application: 'meetings',
    uri: 'https://meet.example/1',
    title: 'Kick-off',
    dateStart: 1,
    duration: 1,
    attendees: [],
    transcript: { title: 'Kick-off', text: 'Hello.' },
    processingStage: 'processed',
  }
  test.each([
    [{ processingStage: 'Processing' }, 'its processing stage is Processing', 1],
    [{ processingStage: 'pending', transcript: undefined, duration: null }, 'its processing stage is pending', 1],
    [{ processingStage: 'failed' }, 'its processing stage is failed', undefined],
    [{ transcript: { title: 'Kick-off', text: '' } }, 'it has no transcript yet', 1],
    [{ transcript: null, dateStart: -5 }, 'it has no transcript yet', -5],
    [{ transcript: undefined, processingStage: 'odd' }, 'it has no transcript yet', 1],
  ])('%j is skipped and not invalid', (member, reason, awaitedSince) => {
    const raw = [
      { ...meeting, externalId: '1', ...member },
      { ...meeting, externalId: '2' },
    ]
    const { page, ...rest } = validateItems('transcription', raw)
    expect(page.items).toMatchObject([{ externalId: '2' }])
    expect(rest).toEqual({ invalid: 0, skipped: 1, warnings: [`skipped 1: ${reason}`], awaitedSince })
  })

  test('that lacks more than the transcript is invalid', () => {
    const { transcript: _, duration: __, ...rest } = meeting
    const items = [{ ...rest, externalId: '1' }, { externalId: 'x' }]
    expect(validateItems('transcription', items)).toMatchObject({ invalid: 2, skipped: 0 })
  })
})

describe('the children of an item', () => {
  const calendar = { blockType: 'calendar', provider: 'p', application: 'a', externalId: 'work', timeZone: 'UTC' }
  const event = { blockType: 'event', externalId: 'work/1', title: '', dateStart: 1, attendees: [] }
  const table = { blockType: 'table', provider: 'p', application: 'a', externalId: 'Contact' }
  const metadata = { metadataType: 'Contact', label: 'Contacts', fields: [] }

  test('an invalid event is omitted from its calendar', () => {
    const events = [event, { ...event, externalId: 'work/2', attendees: 'none' }]
    const { page, invalid, warnings } = validateItems('calendar', [{ ...calendar, events }])
    expect(page.items).toEqual([{ ...calendar, events: [{ ...event, dateEnd: 1 }] }])
    expect([invalid, warnings]).toEqual([1, ['work/2 of work was omitted: /attendees must be array']])
  })

  test('an invalid row is omitted from its table', () => {
    const rows = [
      { externalId: '1', values: [] },
      { externalId: '2', values: [{ name: 'Age', value: 7 }] },
    ]
    const { page, invalid } = validateItems('table', [{ ...table, metadata, records: rows }])
    expect([page.items, invalid]).toEqual([[{ ...table, metadata, records: rows.slice(0, 1) }], 1])
  })

  test('an invalid calendar is one invalid item', () => {
    expect(validateItems('calendar', [{ ...calendar, events: 'none' }])).toMatchObject({
      invalid: 1,
      page: { items: [] },
    })
  })
})
