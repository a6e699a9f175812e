import fc from 'fast-check'
import { codeOf, type GraphResponse } from '../api.ts'
import type { OperationName, TestUser } from '../block-operations.ts'
import { type Group, join, LATE, NAMES, PEOPLE, remember } from './groups.ts'

interface Share {
  person: string
  shared: boolean
  level: number
}

/** Something that a person does. `block` is the number of a block; steps about blocks that do not exist yet do nothing. */
export type Step =
  | { kind: 'task'; actor: string; shares: Share[] }
  | { kind: 'thread'; actor: string; shares: Share[] }
  | { kind: 'share'; actor: string; block: number; share: Share }
  | { kind: 'unshare'; actor: string; block: number; person: string }
  | { kind: 'edit'; actor: string; block: number; title: string }
  | { kind: 'replace'; actor: string; block: number; shares: Share[] }
  | { kind: 'archive'; actor: string; block: number; archive: boolean }
  | { kind: 'react' | 'unreact'; actor: string; block: number; shortcode: string }
  | { kind: 'comment'; actor: string; block: number; shares: Share[] | undefined }
  | { kind: 'post' | 'attach' | 'detach' | 'favor' | 'judge'; actor: string; block: number }
  | { kind: 'readdress'; actor: string; person: string; away: boolean }
  | { kind: 'retype'; actor: string; person: string; tagType: 'person' | 'topic' }
  | { kind: 'join' }

const actor = fc.constantFrom(...PEOPLE, LATE)
const person = fc.constantFrom(...NAMES)
const block = fc.constantFrom(0, 0, 0, 1, 2, 3)
const share: fc.Arbitrary<Share> = fc.record({
  person,
  shared: fc.constantFrom(true, true, true, false),
  level: fc.constantFrom(0, 1, 2),
})
const shares = fc.uniqueArray(share, { selector: (item) => item.person, maxLength: 3 })

const is = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds)
const weighted = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })

export const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(2, fc.record({ kind: is('task'), actor, shares })),
  weighted(1, fc.record({ kind: is('thread'), actor, shares })),
  weighted(5, fc.record({ kind: is('share'), actor, block, share })),
  weighted(3, fc.record({ kind: is('unshare'), actor, block, person })),
  weighted(2, fc.record({ kind: is('edit'), actor, block, title: fc.constantFrom('Hello', 'Bye', 'Again') })),
  weighted(1, fc.record({ kind: is('replace'), actor, block, shares })),
  weighted(2, fc.record({ kind: is('archive'), actor, block, archive: fc.boolean() })),
  weighted(2, fc.record({ kind: is('react', 'unreact'), actor, block, shortcode: fc.constantFrom('tada', 'eyes') })),
  weighted(3, fc.record({ kind: is('comment'), actor, block, shares: fc.option(shares, { nil: undefined, freq: 3 }) })),
  weighted(4, fc.record({ kind: is('post', 'post', 'attach', 'detach', 'favor', 'judge'), actor, block })),
  weighted(1, fc.record({ kind: is('readdress'), actor, person, away: fc.boolean() })),
  weighted(1, fc.record({ kind: is('retype'), actor, person, tagType: fc.constantFrom('topic', 'person') })),
  weighted(1, fc.record({ kind: is('join') })),
)

const UPDATE_TAG = 'mutation T($input: UpsertTagInput!) { upsertOneTag(input: $input) { _id } }'

/** Executes a step and returns the code of its error, if any. */
export async function take(group: Group, step: Step): Promise<unknown> {
  if (step.kind === 'join') return group.people.has(LATE) ? undefined : join(group, LATE)
  const user = group.people.get(step.actor)
  if (!user) return undefined
  const tagOf = (name: string) => group.ids.get(`${step.actor}/${name}`)
  const toLinks = (shares: readonly Share[]) =>
    shares.map(({ person, shared, level }) => ({
      tagId: tagOf(person),
      shared,
      sharingLevel: level,
      sharingApproach: 1,
    }))
  if (step.kind === 'readdress') {
    if (step.person === step.actor) return undefined
    const email = step.away ? `${step.person}@away.example` : group.emails[step.person]
    const input = { _id: tagOf(step.person), email }
    return outcomeOf(await group.api.execute(user.email, UPDATE_TAG, { input }))
  }
  if (step.kind === 'retype') {
    const input = { _id: tagOf(step.person), tagType: step.tagType }
    return outcomeOf(await group.api.execute(user.email, UPDATE_TAG, { input }))
  }
  const create = (operation: OperationName, input: object) => createBlock(group, user, operation, input)
  if (step.kind === 'task' || step.kind === 'thread') {
    const operation = step.kind === 'task' ? 'upsertOneTask' : 'upsertOneThread'
    return create(operation, { title: 'Hello', sharingTags: toLinks(step.shares) })
  }
  const _id = group.ids.get(`block ${step.block}`)
  if (_id === undefined) return undefined
  const blockType = group.ids.get(`type of ${step.block}`)
  const referenceBlock = { id: _id, blockType }
  const run = async (operation: OperationName, input: object) => outcomeOf(await user.execute(operation, input))
  switch (step.kind) {
    case 'share':
      return run('addSharingTag', { referenceBlock, sharingTag: toLinks([step.share])[0] })
    case 'unshare':
      return run('deleteSharingTag', { referenceBlock, tagId: tagOf(step.person) })
    case 'edit':
      if (blockType === 'message') return run('upsertOneMessage', { _id, bodyHtml: step.title })
      return run(blockType === 'task' ? 'upsertOneTask' : 'upsertOneThread', { _id, title: step.title })
    case 'replace':
      return run('updateOneBlock', { _id, sharingTags: toLinks(step.shares) })
    case 'archive':
      return run('archiveOneBlock', { _id, archive: step.archive, confirmed: true })
    case 'react':
      return run('addReaction', { _id, blockType, shortcodes: step.shortcode })
    case 'unreact':
      return run('removeReaction', { _id, blockType, shortcodes: step.shortcode })
    case 'comment': {
      const sharingTags = step.shares && toLinks(step.shares)
      return create('upsertOneMessage', { bodyHtml: 'hello', parentReferenceBlock: referenceBlock, sharingTags })
    }
    case 'post':
      if (blockType !== 'thread') return undefined
      return create('upsertOneMessage', { bodyHtml: 'hello', threadId: _id })
    case 'attach':
      return run('addBusinessObject', { referenceBlock, businessObject: { url: 'https://vendor.example/1' } })
    case 'detach': {
      const { data } = await user.execute('block', { _id, archived: true })
      const objects = (data.block as { businessObjects: { _id: string }[] } | null)?.businessObjects ?? []
      return objects[0] && run('removeBusinessObject', { referenceBlock, businessObjectId: objects[0]._id })
    }
    case 'favor':
      return run('favoriteBlock', { _id, favorite: true })
    case 'judge':
      return run('addBlockFeedback', { referenceBlock, helpful: true })
  }
}

/** The code of a response's error, if any. Throws if the schema does not have what was asked for. */
function outcomeOf(response: GraphResponse): unknown {
  const message = response.errors?.[0]?.message ?? ''
  if (message.startsWith('Variable') || message.startsWith('Cannot query')) throw new Error(message)
  return codeOf(response)
}

async function createBlock(group: Group, user: TestUser, operation: OperationName, input: object): Promise<unknown> {
  const response = await user.execute(operation, input)
  const created = response.data[operation] as { _id: string; blockType: string } | null | undefined
  if (!created) return outcomeOf(response)
  const number = [...group.ids.keys()].filter((key) => key.startsWith('block')).length
  remember(group, `block ${number}`, created._id)
  group.ids.set(`type of ${number}`, created.blockType)
  return undefined
}
