import { describe, expect, test } from '@jest/globals'
import { checkItems } from '../../../platform/provider/items.ts'
import { email } from '../sync/stage.ts'

describe('the items of a page', () => {
  test('that are good are kept, in the documented form', () => {
    const { subject: _, ...other } = email('2')
    const { page, invalid, warnings } = checkItems('email', [
      email('1'),
      { ...other, subject: 'Hello', body: '<p>', more: 1 },
    ])
    expect([invalid, warnings]).toEqual([0, []])
    expect(page.items).toMatchObject([email('1'), { subject: 'Hello', bodyHtml: '<p>' }])
  })

  test('that are bad are counted and named, and take no other along', () => {
    const bad = [{ ...email('2'), subject: 7 }, null, 'mail', {}]
    const { page, invalid, warnings } = checkItems('email', [email('1'), ...bad])
    expect([page.items, invalid]).toEqual([[email('1')], 4])
    expect(warnings).toEqual([
      '2 is left out: /subject must be string',
      expect.stringMatching(/^item 3 is left out/),
      expect.stringMatching(/^item 4 is left out/),
      expect.stringMatching(/^item 5 is left out/),
    ])
  })

  test('that are all bad are not all told', () => {
    const { invalid, warnings } = checkItems('email', Array(1_000).fill({}))
    expect([invalid, warnings.length, warnings.at(-1)]).toEqual([1_000, 51, '950 more are left out'])
  })
})

describe('what an item consists of', () => {
  const calendar = { blockType: 'calendar', provider: 'p', application: 'a', externalId: 'work', timeZone: 'UTC' }
  const event = { blockType: 'event', externalId: 'work/1', title: '', dateStart: 1, attendees: [] }
  const table = { blockType: 'table', provider: 'p', application: 'a', externalId: 'Contact' }
  const metadata = { metadataType: 'Contact', label: 'Contacts', fields: [] }

  test('a bad event leaves its calendar, and the other events stay', () => {
    const events = [event, { ...event, externalId: 'work/2', attendees: 'none' }]
    const { page, invalid, warnings } = checkItems('calendar', [{ ...calendar, events }])
    expect(page.items).toEqual([{ ...calendar, events: [{ ...event, dateEnd: 1 }] }])
    expect([invalid, warnings]).toEqual([1, ['work/2 of work is left out: /attendees must be array']])
  })

  test('a bad row leaves its table', () => {
    const rows = [
      { externalId: '1', values: [] },
      { externalId: '2', values: [{ name: 'Age', value: 7 }] },
    ]
    const { page, invalid } = checkItems('table', [{ ...table, metadata, records: rows }])
    expect([page.items, invalid]).toEqual([[{ ...table, metadata, records: rows.slice(0, 1) }], 1])
  })

  test('a bad calendar is one bad item', () => {
    expect(checkItems('calendar', [{ ...calendar, events: 'none' }])).toMatchObject({ invalid: 1, page: { items: [] } })
  })
})
