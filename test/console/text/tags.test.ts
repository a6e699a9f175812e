import { describe, expect, test } from '@jest/globals'
import { colorOf, identityOf, initialsOf, isCompany, isEmail, nameOfKind } from '../../../console/src/text/tags.ts'

describe('initialsOf', () => {
  test.each([
    ['Maya Whitfield', 'MW'],
    ["O'Neill, Seán", 'OS'],
    ['ada+notes@meridian.example', 'A'],
    ['桜井 遥', '桜遥'],
    ['Юлия Смирнова', 'ЮС'],
    ['Freight Weekly, by Cargo Press', 'FP'],
    ['   ', ''],
    ['— ! —', ''],
    ['𝒜da', '𝒜'],
    ['7 Seas', '7S'],
  ])('%s is %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})

describe('kinds', () => {
  test('companies are topics of the subtype organization', () => {
    expect(isCompany({ tagType: 'topic', tagSubType: 'organization' })).toBe(true)
    expect(isCompany({ tagType: 'topic', tagSubType: null })).toBe(false)
    expect(isCompany({ tagType: 'person', tagSubType: 'organization' })).toBe(false)
    expect(nameOfKind({ tagType: 'topic', tagSubType: 'organization' })).toBe('company')
    expect(nameOfKind({ tagType: 'location' })).toBe('place')
  })

  test('a tag is identified by its address, else by its domain', () => {
    expect(identityOf({ email: 'a@b.example', emailDomain: 'b.example' })).toBe('a@b.example')
    expect(identityOf({ email: null, emailDomain: 'b.example' })).toBe('b.example')
    expect(identityOf({})).toBe('')
  })

  test('a tag always has the same colour', () => {
    expect(colorOf('one')).toBe(colorOf('one'))
    expect(new Set(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(colorOf)).size).toBeGreaterThan(3)
  })
})

test.each([
  ['ada@meridian.example', true],
  [' ada@meridian.example ', true],
  ['ada@meridian', false],
  ['ada meridian.example', false],
  ['a@b@c.example', false],
  ['', false],
])('whether “%s” is an address: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})
