import { expect, test } from '@jest/globals'
import { promiseHalf } from './promises.ts'
import { simulate } from './world.ts'

promiseHalf(0)

test('one seed is one story: it happens in the same way again', async () => {
  const [once, again, another] = [await simulate(7), await simulate(7), await simulate(8)]
  expect(again).toEqual(once)
  expect(another.trace).not.toBe(once.trace)
})
