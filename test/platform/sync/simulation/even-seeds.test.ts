import { expect, test } from '@jest/globals'
import { testSeeds } from './properties.ts'
import { simulate } from './simulate.ts'

testSeeds(0)

test('a simulation depends on its seed only', async () => {
  const [first, repeated, different] = [await simulate(7), await simulate(7), await simulate(8)]
  expect(repeated).toEqual(first)
  expect(different.trace).not.toBe(first.trace)
})
