import { expect, test } from '@jest/globals'
import { distinct } from '../../../console/src/graph/distinct.ts'

test('a row that is on two pages is shown once, where it was first and as it was read last', () => {
  const rows = [
    { _id: 'a', title: 'old' },
    { _id: 'b', title: 'b' },
    { _id: 'a', title: 'new' },
  ]
  expect(distinct(rows)).toEqual([
    { _id: 'a', title: 'new' },
    { _id: 'b', title: 'b' },
  ])
})

test('rows without an id all remain', () => {
  expect(distinct([{}, { _id: 'a' }, {}])).toEqual([{}, { _id: 'a' }, {}])
})
