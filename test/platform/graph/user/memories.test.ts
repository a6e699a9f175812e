import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'

let api: Api
let email: string
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(() => {
  email = newEmail()
})

const FIELDS = '_id topic value confidence source archived dateUpdated'
const UPSERT = `mutation M($input: UpsertMemoryInput!) { upsertOneMemory(input: $input) { ${FIELDS} } }`
const ARCHIVE = 'mutation M($input: ArchiveMemoryInput!) { archiveOneMemory(input: $input) { _id archived } }'

type Memory = { _id: string; topic: string; value: string }

const upsert = (input: object, person = email) => api.execute(person, UPSERT, { input })
async function remember(topic: string, value: string): Promise<Memory> {
  const { data, errors } = await upsert({ topic, value })
  expect(errors).toBeUndefined()
  return data.upsertOneMemory as Memory
}
async function memories(input: object = {}, person = email, name = 'memories'): Promise<Memory[]> {
  const { data, errors } = await api.execute(
    person,
    `query Q($input: MemoriesInput) { ${name}(input: $input) { ${FIELDS} } }`,
    { input },
  )
  expect(errors).toBeUndefined()
  return data[name] as Memory[]
}
const topics = (found: readonly Memory[]) => found.map(({ topic }) => topic).sort()

describe('memories', () => {
  test('have confidence 1 and source user by default', async () => {
    await remember('Coffee', 'Black')
    expect(await memories()).toEqual([
      {
        _id: expect.any(String),
        topic: 'Coffee',
        value: 'Black',
        confidence: 1,
        source: 'user',
        archived: false,
        dateUpdated: expect.any(Number),
      },
    ])
    expect(await memories({}, email, 'memory')).toHaveLength(1)
  })

  test('are unique by topic, ignoring case', async () => {
    const { _id } = await remember('Coffee', 'Black')
    expect(await remember(' COFFEE ', 'White')).toMatchObject({ _id, topic: 'COFFEE', value: 'White' })
    expect(await memories({ topic: 'coffee' })).toHaveLength(1)
  })

  test('are found by literal parts of their topic or value', async () => {
    await remember('Coffee', '100% Arabica')
    await remember('Tea_time', 'five o’clock')
    expect(topics(await memories({ search: 'arab' }))).toEqual(['Coffee'])
    expect(topics(await memories({ search: '%' }))).toEqual(['Coffee'])
    expect(topics(await memories({ search: '_' }))).toEqual(['Tea_time'])
    expect(topics(await memories({ search: '  ' }))).toEqual(['Coffee', 'Tea_time'])
    expect(await memories({ size: 1, page: 1 })).toHaveLength(1)
  })

  test('can be changed by their id, but not to the topic of another memory', async () => {
    const [coffee] = [await remember('Coffee', 'Black'), await remember('Tea', 'Green')]
    const rewritten = await upsert({
      _id: coffee._id,
      topic: 'Espresso',
      value: 'Double',
      confidence: 0.5,
      source: 'assistant',
    })
    expect(rewritten.data.upsertOneMemory).toMatchObject({ topic: 'Espresso', confidence: 0.5, source: 'assistant' })
    expect(codeOf(await upsert({ _id: coffee._id, topic: 'tea', value: 'x' }))).toBe('CONFLICT')
    expect(codeOf(await upsert({ _id: randomUUID(), topic: 'New', value: 'x' }))).toBe('NOT_FOUND')
    expect(topics(await memories())).toEqual(['Espresso', 'Tea'])
  })

  test('can be archived and restored, also by saving the topic again', async () => {
    const { _id } = await remember('Coffee', 'Black')
    expect((await api.execute(email, ARCHIVE, { input: { _id } })).data).toEqual({
      archiveOneMemory: { _id, archived: true },
    })
    expect(await memories()).toEqual([])
    await api.execute(email, ARCHIVE, { input: { _id, archive: false } })
    expect(await memories()).toHaveLength(1)
    await api.execute(email, ARCHIVE, { input: { _id } })
    expect(await remember('coffee', 'White')).toMatchObject({ _id })
    expect(await memories()).toHaveLength(1)
  })

  test('are private', async () => {
    const { _id } = await remember('Secret', 'x')
    const outsider = newEmail()
    expect(await memories({}, outsider)).toEqual([])
    expect(codeOf(await upsert({ _id, topic: 'Secret', value: 'y' }, outsider))).toBe('NOT_FOUND')
    expect(codeOf(await api.execute(outsider, ARCHIVE, { input: { _id } }))).toBe('NOT_FOUND')
    expect(await memories()).toMatchObject([{ value: 'x', archived: false }])
  })

  test.each([
    ['input.topic', { topic: '  ', value: 'x' }],
    ['input.topic', { topic: 'x'.repeat(201), value: 'x' }],
    ['input.value', { topic: 'x', value: '' }],
    ['input.confidence', { topic: 'x', value: 'x', confidence: 1.1 }],
    ['input.size', { size: -1 }],
  ])('an invalid value is reported at %s', async (argument, input) => {
    const result =
      'size' in input
        ? await api.execute(email, 'query Q($input: MemoriesInput) { memories(input: $input) { _id } }', { input })
        : await upsert(input)
    expect(result.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }])
    expect(await memories()).toEqual([])
  })

  test('contain no unsupported characters', async () => {
    expect(await remember('A\0B', 'half \ud800 a pair')).toMatchObject({ topic: 'AB', value: 'half \ufffd a pair' })
    const literal = await api.execute(
      email,
      String.raw`mutation { upsertOneMemory(input: { topic: "\u0000", value: "x" }) { _id } }`,
    )
    expect(codeOf(literal)).toBe('BAD_REQUEST')
  })
})
