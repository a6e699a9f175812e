import { describe, expect, test } from '@jest/globals'
import { findSnippet } from '../../../../platform/graph/search/snippet.ts'
import { addBlock } from '../block-content.ts'
import { api, content, stage, useStagedBlocks } from './staged-blocks.ts'

const FILLER = 'nothing of note happens in this sentence '.repeat(40)

describe('the part of a text that was found', () => {
  test('is around the words, in their own spelling, and says that there is more', () => {
    const snippet = findSnippet(`${FILLER}Zoë leaves from the CAFÉ tonight. ${FILLER}`, 'cafe zoe')
    expect(snippet).toContain('Zoë leaves from the CAFÉ tonight.')
    expect(snippet).toMatch(/^…\S.*\S…$/su)
    expect(snippet?.length).toBeLessThanOrEqual(242)
  })

  test('contains as many of the words as any', () => {
    const text = `One plan. ${FILLER} A roof. ${FILLER} The plan of the roof. ${FILLER}`
    expect(findSnippet(text, 'plan roof')).toContain('The plan of the roof.')
  })

  test('is not found for longer by repeating words, and is where most of the first ten are', () => {
    const missing = Array.from({ length: 30 }, (_, index) => `z${index}`).join(' ')
    const text = `One plan. ${FILLER} The plan of the roof. ${FILLER}`
    expect(findSnippet(text, `plan plan plan plan roof ${missing}`)).toContain('The plan of the roof.')
    expect(findSnippet(text, `${missing} plan`)).toBeUndefined()
    expect(findSnippet(`${'plan '.repeat(10_000)} roof`, 'plan roof')).toMatch(/^plan/)
  })

  test('is around words whose spelling changes the length of what is compared', () => {
    const text = `${'ﬃ ﷺ ½ '.repeat(300)}the plan of the roof ${'ﬃ ﷺ ½ '.repeat(300)}`
    expect(findSnippet(text, 'roof plan')).toContain('the plan of the roof')
  })

  test.each([
    ['a text without the words', 'A plan', 'roof'],
    ['words inside of others', 'An explanation', 'plan'],
    ['a search without words', 'A plan', '!?'],
    ['no text', '', 'plan'],
  ])('is missing for %s', (_, text, search) => {
    expect(findSnippet(text, search)).toBeUndefined()
  })

  test('is the beginning of a short text', () => {
    expect(findSnippet('A (plan*).', 'plan*)')).toBe('A (plan*).')
  })

  test('never ends within a character', () => {
    const snippet = findSnippet(`plan ${'🎉'.repeat(400)}`, 'plan')
    expect(snippet?.isWellFormed()).toBe(true)
    expect(snippet).not.toContain('\uFFFD')
  })
})

describe('of a block', () => {
  useStagedBlocks()

  test('is returned with the results of a search', async () => {
    const { viewer } = await stage([])
    await addBlock(content, viewer, 'note', { title: 'Minutes', text: `${FILLER}We repair the roof. ${FILLER}` })
    const query = '{ searchGraph(input: { searchString: "roof" }) { snippet(search: "roof") } }'
    const { data } = await api.execute(viewer.email, query)
    expect(data.searchGraph).toEqual([{ snippet: expect.stringContaining('We repair the roof.') }])
  })
})
