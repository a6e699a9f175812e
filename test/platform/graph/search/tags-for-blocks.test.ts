import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addBlock, addTag, type Content, tenantOf } from '../block-content.ts'

const NOW = 1_700_000_000_000

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
})
afterAll(() => api.stop())

function idsOf(list: unknown): string[] {
  return (list as { _id: string }[]).map(({ _id }) => _id)
}

describe('searchTagsForBlocks', () => {
  const TAGS = 'query Q($input: SearchTagsForBlocksInput) { searchTagsForBlocks(input: $input) { _id alias } }'

  async function tagged() {
    const viewer = await tenantOf(api, newEmail())
    const [zoe, ada, gone] = await Promise.all(
      [{ alias: 'Zoe' }, { alias: 'Ada' }, { archived: true }].map((seed) => addTag(content, viewer, seed)),
    )
    const links = (...tags: unknown[]) => ({ links: tags.map((tag) => ({ tag: tag as string })) })
    await addBlock(content, viewer, 'task', { links: [{ tag: zoe as string, shared: true }, { tag: gone as string }] })
    await addBlock(content, viewer, 'note', links(zoe, ada))
    const requested = (input: object) => api.execute(viewer.email, TAGS, { input })
    return { requested, viewer, zoe, ada }
  }

  test('returns each tag once, those with the most blocks first', async () => {
    const { requested, viewer, zoe, ada } = await tagged()
    const tagsOf = async (input: object) => idsOf((await requested(input)).data.searchTagsForBlocks)
    expect((await tagsOf({})).slice(-1)).toEqual([ada])
    expect(new Set(await tagsOf({}))).toEqual(new Set([zoe, ada, viewer.tagId]))
    expect(await tagsOf({ tagIds: [ada] })).toHaveLength(3)
    expect(new Set(await tagsOf({ sharedOnly: true }))).toEqual(new Set([zoe, viewer.tagId]))
    expect((await tagsOf({ orderByAlias: 'asc', blockTypes: ['note'] }))[0]).toBe(ada)
    expect((await tagsOf({ orderByAlias: 'DESC' }))[0]).toBe(zoe)
    expect((await tagsOf({ orderByTaskCount: 'asc' }))[0]).toBe(ada)
    expect(await tagsOf({ size: 1, page: 1, orderByAlias: 'asc' })).not.toContain(ada)
  })

  test.each([
    ['input.orderByAlias', { orderByAlias: 'up' }],
    ['input.orderByTaskCount', { orderByAlias: 'asc', orderByTaskCount: 'asc' }],
  ])('%s is named if it is invalid', async (argument, input) => {
    const { requested } = await tagged()
    const result = await requested(input)
    expect(codeOf(result)).toBe('BAD_USER_INPUT')
    expect(result.errors?.[0]?.extensions.argument).toBe(argument)
  })
})
