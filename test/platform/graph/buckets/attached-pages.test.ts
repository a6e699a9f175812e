import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, startApi } from '../api.ts'
import type { TestUser } from '../block-operations.ts'
import { prepareOrganizations } from '../organizations.ts'
import { type Group, startGroup } from './groups.ts'

const BUCKETS = ['bucket_1', 'bucket_2', 'bucket_3']
const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

onCluster('a page that is attached to a block by somebody of another bucket', () => {
  let api: Api
  let group: Group
  beforeAll(async () => {
    api = await startApi()
    await prepareOrganizations(api)
    group = await startGroup(api, [1, 2, 3, 2])
  })
  afterAll(() => api.stop())

  const LINK = 'mutation L($input: LinkUrlInput!) { linkUrl(input: $input) { _id title url } }'
  const user = (name: string) => group.people.get(name) as TestUser
  const objectsOf = async (name: string, _id: string) => {
    const { data } = await user(name).execute('block', { _id })
    return (data.block as { businessObjects: { url: string }[] }).businessObjects.map(({ url }) => url)
  }

  test('is fetched where its owner is, and all who see the block see it', async () => {
    const shared = { shared: true, sharingLevel: 1, sharingApproach: 1 }
    const sharingTags = ['ben', 'cleo'].map((person) => ({ tagId: group.ids.get(`ada/${person}`), ...shared }))
    const created = await user('ada').execute('upsertOneTask', { title: 'Plan', sharingTags })
    const { _id } = created.data.upsertOneTask as { _id: string }
    const linked = await api.execute(user('ben').email, LINK, {
      input: { url: 'https://site.example/a', referenceBlock: { id: _id, blockType: 'task' } },
    })
    expect(linked.errors).toBeUndefined()
    expect(linked.data.linkUrl).toMatchObject({ url: 'https://site.example/a', title: 'site.example/a' })
    for (const name of ['ada', 'ben', 'cleo']) expect(await objectsOf(name, _id)).toEqual(['https://site.example/a'])
    const titles = BUCKETS.map(async (bucket) => {
      const objects = api.db.withSchema(bucket).selectFrom('business_objects').select('title')
      return (await objects.where('block_id', '=', _id).execute()).map(({ title }) => title)
    })
    expect(await Promise.all(titles)).toEqual(BUCKETS.map(() => ['site.example/a']))
    const requested = BUCKETS.map(async (bucket) => {
      const rows = await api.db.withSchema(bucket).selectFrom('web_fetches').select(['tenant_id', 'url']).execute()
      return rows.map((row) => ({ bucket, ...row }))
    })
    expect((await Promise.all(requested)).flat()).toEqual([
      { bucket: 'bucket_1', tenant_id: user('ada').tenantId, url: 'https://site.example/a' },
    ])
  })
})
