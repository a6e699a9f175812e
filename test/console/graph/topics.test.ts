import { expect, test } from '@jest/globals'
import { topicsOfBlock, topicsOfSync, topicsOfTag } from '../../../console/src/graph/topics.ts'

test('a block touches what shows it, its kind and all blocks', () => {
  expect(topicsOfBlock({ _id: 'b1', blockType: 'email' })).toEqual(['block', 'block:b1', 'blocks:email'])
})

test('a block that is no longer visible touches lists of every kind, since its own is not told', () => {
  expect(topicsOfBlock({ _id: 'b1', blockType: null })).toEqual(
    expect.arrayContaining(['block', 'block:b1', 'blocks:email', 'blocks:event', 'blocks:task']),
  )
})

test('a tag touches its page and all lists of tags', () => {
  expect(topicsOfTag({ _id: 't1' })).toEqual(['tag', 'tag:t1'])
})

test('a sync touches its connection', () => {
  expect(topicsOfSync({ _id: 'c1' })).toContain('syncs:c1')
})
