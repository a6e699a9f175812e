import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { RULES } from '../../conformance/index.ts'
import { SPECIFICATION } from '../../conformance/specification/sentences.ts'
import { hashOf } from './specification/fragments.ts'

/** Hashes of everything in the specification that may be quoted, and of its sections. */
const hashes = new Set<string>(
  JSON.parse(readFileSync(new URL('./specification/hashes.json', import.meta.url), 'utf8')),
)
const quotations = Object.entries(SPECIFICATION).map(([name, { section, sentence }]) => ({ name, section, sentence }))

describe('the sentences that rules quote', () => {
  test.each(quotations)('$name is in the specification, word by word', ({ sentence }) => {
    expect(hashes.has(hashOf(sentence))).toBe(true)
  })

  test.each(quotations)('the sections of $name are in the specification', ({ section }) => {
    const unknown = section.split(', ').filter((title) => !hashes.has(hashOf(title)))
    expect(unknown).toEqual([])
  })

  test('an invented sentence is noticed', () => {
    expect(hashes.has(hashOf('An item has an externalId.'))).toBe(false)
  })

  test('are all quoted by a rule', () => {
    const sources = new Set<unknown>(RULES.map(({ source }) => source))
    const unused = Object.entries(SPECIFICATION).filter(([, source]) => !sources.has(source))
    expect(unused.map(([name]) => name)).toEqual([])
  })
})

describe('rules', () => {
  test('have ids of their own, of which none is the beginning of another word', () => {
    const ids = RULES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z]+\.[a-z0-9-]+$/.test(id))).toEqual([])
  })

  test.each(RULES)('$id says what it requires and what to do', ({ requires, remedy }) => {
    expect(requires).toMatch(/^\S.*[.]$/)
    expect(remedy).toMatch(/^\S.*[.]$/)
  })
})
