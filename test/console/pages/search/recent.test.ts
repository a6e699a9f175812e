import { expect, test } from '@jest/globals'
import { RecentSearches } from '../../../../console/src/pages/search/recent.ts'

const search = (label: string) => ({ query: `q=${label}`, label })

test('the last search comes first, once', () => {
  const recent = new RecentSearches()
  for (const label of ['roof', 'plan', 'roof']) recent.remember('ada', search(label))
  expect(recent.of('ada').map(({ label }) => label)).toEqual(['roof', 'plan'])
})

test('a search that goes on replaces the one that it goes on from', () => {
  const recent = new RecentSearches()
  for (const label of ['plan', 'ro', 'roof', 'roof · Emails', '']) recent.remember('ada', search(label))
  expect(recent.of('ada').map(({ label }) => label)).toEqual(['roof · Emails', 'plan'])
})

test('at most eight are remembered', () => {
  const recent = new RecentSearches()
  for (let count = 10; count < 30; count++) recent.remember('ada', search(`search ${count}`))
  expect(recent.of('ada')).toHaveLength(8)
})

test('nobody sees those of another person', () => {
  const recent = new RecentSearches()
  recent.remember('ada', search('secret'))
  expect(recent.of('bo')).toEqual([])
  recent.remember('bo', search('plan'))
  expect(recent.of('bo').map(({ label }) => label)).toEqual(['plan'])
  expect(recent.of('ada')).toEqual([])
})
