import { describe, expect, test } from '@jest/globals'
import type { PickedTagFragment } from '../../../console/src/documents.ts'
import { keyOfOption, pickerOptions } from '../../../console/src/ui/tag-picker-options.ts'

const tag = (_id: string, alias: string, email: string | null = null): PickedTagFragment => ({
  _id,
  alias,
  email,
  tagType: 'person',
  tagSubType: null,
  emailDomain: null,
  avatar: null,
  favicon: null,
})
const state = { found: [] as PickedTagFragment[], exclude: [] as string[], allowEmail: true, allowCreate: true }
const keys = (text: string, change: Partial<typeof state> = {}) =>
  pickerOptions({ text, ...state, ...change }).map(keyOfOption)

describe('options of a picker', () => {
  test('are what was found, without what was picked already', () => {
    const found = [tag('1', 'Ada'), tag('2', 'Adam')]
    expect(keys('ada', { found, exclude: ['2'] })).toEqual(['tag:1'])
  })

  test('offer the address that was typed, in lower case, unless a tag has it', () => {
    expect(keys('Bo@New.example ')).toEqual(['email:bo@new.example'])
    expect(keys('bo@new.example', { found: [tag('1', 'Bo', 'bo@new.example')] })).toEqual(['tag:1'])
    expect(keys('bo@new.example', { allowEmail: false })).toEqual([])
  })

  test('do not offer an address again that was picked', () => {
    const found = [tag('1', 'Bo', 'bo@new.example')]
    expect(keys('bo@new.example', { found, exclude: ['1'] })).toEqual([])
  })

  test('offer a new topic of the name, unless there is one', () => {
    expect(keys('Budget')).toEqual(['create:Budget'])
    expect(keys('budget', { found: [tag('1', 'Budget')] })).toEqual(['tag:1'])
    expect(keys('Budget', { allowCreate: false })).toEqual([])
    expect(keys('   ')).toEqual([])
  })
})
