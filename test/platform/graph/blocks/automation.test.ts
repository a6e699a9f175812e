import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, codeOf, type GraphResponse, startApi } from '../api.ts'
import { signIn, type TestUser } from '../block-operations.ts'

let api: Api
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  api = await startApi()
  ;[ada, ben] = [await signIn(api), await signIn(api)]
})
afterAll(() => api.stop())

const reader = (person: TestUser) => ({ email: person.email, shared: true, sharingLevel: 0, sharingApproach: 1 })

const SELECTIONS = {
  Agent: '_id title instructions enabled watching { id blockType } access',
  Workflow: '_id title trigger enabled steps { title text } startsFrom { id blockType } access',
  Reference: '_id title referenceBlock { id blockType } access',
}
type Automation = keyof typeof SELECTIONS

const upsert = (type: Automation, input: object, by = ada): Promise<GraphResponse> =>
  api.execute(
    by.email,
    `mutation M($input: Upsert${type}Input!) { upsertOne${type}(input: $input) { ${SELECTIONS[type]} } }`,
    { input },
  )
const upserted = async (type: Automation, input: object, by = ada) => {
  const { data, errors } = await upsert(type, input, by)
  expect(errors).toBeUndefined()
  return data[`upsertOne${type}`] as Record<string, unknown> & { _id: string }
}
const note = async (seed: object = {}, by = ada) => (await by.run('upsertOneNote', { title: 'Watched', ...seed }))._id

describe('an agent', () => {
  test('is created, changed and named by the assessment of the block that it watches', async () => {
    const [first, second] = [await note(), await note()]
    const _id = randomUUID()
    const agent = { title: 'Watcher', instructions: 'Tell me', watching: [{ id: first }, { id: second }] }
    expect(await upserted('Agent', { _id, ...agent })).toEqual({
      ...agent,
      _id,
      enabled: true,
      access: 'RW',
      watching: [first, second].map((id) => ({ id, blockType: 'note' })),
    })
    expect(await ada.run('archiveOneBlock', { _id: first })).toMatchObject({
      archived: false,
      metadataChange: {
        assessment: { impactLevel: 'MEDIUM', dependants: [{ id: _id, blockType: 'agent', title: 'Watcher' }] },
      },
    })
    expect(await ada.run('archiveOneBlock', { _id: first, confirmed: true })).toMatchObject({ archived: true })
    const changed = await upserted('Agent', { _id, enabled: false, watching: [] })
    expect(changed).toMatchObject({ title: 'Watcher', instructions: 'Tell me', enabled: false, watching: [] })
    expect(await ada.run('archiveOneBlock', { _id: second })).toMatchObject({ archived: true, metadataChange: null })
  })

  test('that is archived does not stand in the way', async () => {
    const watched = await note()
    const agent = await upserted('Agent', { watching: [{ id: watched }] })
    await ada.run('archiveOneBlock', { _id: agent._id })
    expect(await ada.run('archiveOneNote', { _id: watched })).toMatchObject({ archived: true })
  })

  test('watches only what the viewer can see, and not itself', async () => {
    const watching = [{ id: await note({}, ben) }]
    expect((await upsert('Agent', { watching })).errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' })
    const { _id } = await upserted('Agent', {})
    expect(codeOf(await upsert('Agent', { _id, watching: [{ id: _id }] }))).toBe('BAD_USER_INPUT')
    const many = Array.from({ length: 101 }, () => ({ id: _id }))
    expect(codeOf(await upsert('Agent', { watching: many }))).toBe('BAD_USER_INPUT')
  })

  test('keeps watching what an editor cannot see', async () => {
    const [hidden, shared] = [await note(), await note({ sharingTags: [reader(ben)] })]
    const { _id } = await upserted('Agent', { watching: [{ id: hidden }] })
    await ada.run('addSharingTag', { referenceBlock: { id: _id }, sharingTag: { ...reader(ben), sharingLevel: 1 } })
    const seen = await upserted('Agent', { _id, watching: [{ id: shared }] }, ben)
    expect(seen.watching).toEqual([{ id: shared, blockType: 'note' }])
    const all = (await upserted('Agent', { _id, title: 'Both' })).watching as { id: string }[]
    expect(all.map(({ id }) => id).toSorted()).toEqual([hidden, shared].toSorted())
  })
})

test('a workflow that starts from a block makes archiving it a high impact', async () => {
  const start = await note()
  const steps = [
    { title: 'Draft', text: 'An offer' },
    { title: 'Send', text: null },
  ]
  const workflow = await upserted('Workflow', {
    title: 'Offer',
    trigger: 'changed',
    steps,
    startsFrom: [{ id: start }],
  })
  expect(workflow).toMatchObject({ trigger: 'changed', enabled: true, steps, startsFrom: [{ id: start }] })
  expect(await ada.run('archiveOneNote', { _id: start })).toMatchObject({
    metadataChange: { assessment: { impactLevel: 'HIGH', dependants: [{ id: workflow._id, blockType: 'workflow' }] } },
  })
})

test('a reference to a block makes archiving it a low impact', async () => {
  const target = await note()
  const reference = await upserted('Reference', { title: 'See', referenceBlock: { id: target } })
  expect(reference).toMatchObject({ title: 'See', referenceBlock: { id: target, blockType: 'note' } })
  expect(codeOf(await upsert('Reference', { title: 'To nothing' }))).toBe('BAD_USER_INPUT')
  expect(await upserted('Reference', { _id: reference._id, title: 'Look' })).toMatchObject({
    title: 'Look',
    referenceBlock: { id: target },
  })
  expect(await ada.run('archiveOneNote', { _id: target })).toMatchObject({
    metadataChange: { assessment: { impactLevel: 'LOW', dependants: [{ id: reference._id }] } },
  })
})

test.each([
  ['upsertOneNote', { title: 'Draft' }],
  ['upsertOneTask', { title: 'Draft' }],
  ['upsertOneDocument', { document: '{"type":"doc","content":[]}' }],
  ['upsertOneMessage', { bodyHtml: '<p>Draft</p>' }],
] as const)('%s says that an AI has written the content', async (name, input) => {
  const written = await ada.run(name, { ...input, generated: true })
  const own = await ada.run(name, input)
  const query = 'query Q($input: GraphSearchInput) { searchGraph(input: $input) { _id generated } }'
  const found = async (generated: boolean) =>
    (await api.execute(ada.email, query, { input: { _ids: [written._id, own._id], generated } })).data.searchGraph
  expect(await found(true)).toEqual([{ _id: written._id, generated: true }])
  expect(await found(false)).toEqual([{ _id: own._id, generated: false }])
  await ada.run(name, { _id: written._id, ...input, generated: false })
  expect(await found(true)).toEqual([])
})
