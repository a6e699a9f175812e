import { describe, expect, test } from '@jest/globals'
import type { ShownSignalFragment } from '../../../../console/src/documents.ts'
import { connectionOf, ofKind, type RelatedTag } from '../../../../console/src/pages/tags/sections/related-kinds.ts'
import {
  fieldsOfRecord,
  isTelling,
  type RecordRow,
  toFieldCards,
} from '../../../../console/src/pages/tags/sections/signals.ts'

const signal = (change: Partial<ShownSignalFragment>): ShownSignalFragment => ({
  _id: 's',
  tableId: 't',
  recordId: 'r',
  provider: 'hub',
  application: 'crm',
  fieldName: 'Stage',
  label: 'Stage',
  fieldType: 'string',
  value: 'Open',
  reasoning: null,
  pinned: false,
  dateUpdated: 5,
  ...change,
})
const record = (_id: string, values: Record<string, string | null> = {}) =>
  ({
    _id,
    values: Object.entries(values).map(([name, value]) => ({ name, value, reasoning: null })),
    dateUpdated: 1,
  }) as unknown as RecordRow

describe('cards of fields', () => {
  test('are those of listed fields first, each record once', () => {
    const cards = toFieldCards(
      [signal({ recordId: 'listed' }), signal({ recordId: 'own' })],
      [record('own'), record('other')],
    )
    expect(cards.map(({ id, record: own }) => [id, own?._id])).toEqual([
      ['listed', undefined],
      ['own', 'own'],
      ['other', 'other'],
    ])
  })

  test('leave out fields without a value', () => {
    expect(toFieldCards([signal({ value: '' }), signal({ value: null })], [])).toEqual([])
  })
})

describe('fields of a record', () => {
  test('have the words of the table, pinned ones first', () => {
    const columns = [{ name: 'Phone', label: 'Business phone', fieldType: 'phone' }]
    const pinned = signal({ _id: 'pin', fieldName: 'Title', pinned: true })
    const fields = fieldsOfRecord(record('r', { Phone: '1', Fax: '', Title: 'VP' }), [pinned], columns)
    expect(fields.map(({ name, label, signalId }) => [name, label, signalId])).toEqual([
      ['Title', 'Title', 'pin'],
      ['Phone', 'Business phone', undefined],
    ])
  })

  test('that say little are shown on request only, unless they are pinned', () => {
    const [field] = fieldsOfRecord(record('r', { IsDeleted: 'false' }), [], [])
    if (!field) throw new Error('there is no field')
    expect(isTelling(field)).toBe(false)
    expect(isTelling({ ...field, signalId: 'pin' })).toBe(true)
    expect(isTelling({ ...field, value: 'x', fieldType: 'reference' })).toBe(false)
  })
})

describe('related tags', () => {
  const related = (tagType: 'person' | 'topic' | 'date', tagSubType: string | null = null) =>
    ({ tagType, tagSubType }) as RelatedTag

  test('are narrowed by kind', () => {
    const all = [related('person'), related('topic', 'organization'), related('topic'), related('date')]
    expect(ofKind(all, 'all')).toHaveLength(4)
    expect(ofKind(all, 'people')).toEqual([all[0]])
    expect(ofKind(all, 'companies')).toEqual([all[1]])
    expect(ofKind(all, 'topics')).toEqual([all[2], all[3]])
  })

  test('say what connects them, the most frequent first', () => {
    const blockTypes = { email: 2, event: 12, task: 1, note: 1 } as unknown as RelatedTag['blockTypes']
    expect(connectionOf({ blockTypes })).toBe('12 events, 2 emails, 1 task, …')
  })
})
