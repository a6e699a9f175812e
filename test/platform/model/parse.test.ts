import { describe, expect, test } from '@jest/globals'
import { safeParse } from '../../../platform/model/parse.ts'
import { EpochMs, Type } from '../../../src/contract/schema.ts'

const Item = Type.Object({ dateStart: EpochMs('Start'), count: Type.Number() })

describe('an item of a provider', () => {
  test('is read as it is', () => {
    expect(safeParse(Item, { dateStart: 0, count: 1 })).toEqual({ value: { dateStart: 0, count: 1 } })
  })

  test.each([
    ['an infinite number', '{"dateStart":0,"count":1e999}', /count/],
    ['a negative infinite number', '{"dateStart":0,"count":-1e999}', /count/],
    ['an infinite date', '{"dateStart":1e999,"count":1}', /dateStart/],
    ['a date that no calendar has', '{"dateStart":8640000000000001,"count":1}', /dateStart/],
  ])('with %s is invalid', (_name, json, field) => {
    expect(safeParse(Item, JSON.parse(json))).toEqual({ error: expect.stringMatching(field) })
  })
})
