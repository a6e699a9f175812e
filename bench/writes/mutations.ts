import type { Viewer } from '../graph/viewer.ts'
import type { PLAIN_MUTATIONS } from './plain-mutations.ts'
import type { Parameters } from './plain-transaction.ts'
import type { Target, Targets } from './targets.ts'

/** The same change for each of the two servers. */
export interface Change {
  /** The changed block; undefined if the mutation creates it. */
  blockId: string | undefined
  platform: { query: string; variables: object }
  plain: { mutation: keyof typeof PLAIN_MUTATIONS; parameters: Omit<Partial<Parameters>, 'tags'> & { tags?: Tag[] } }
}

type Tag = Parameters['tags'][number]

/** A mutation of the benchmark. Every change differs from the one before, so that none is without effect. */
export interface BenchmarkMutation {
  name: string
  targets: readonly Target[]
  /** `turn` counts how often this target was changed before. */
  change: (target: Target, turn: number) => Change
}

const LINKS = 'sharingTags { tagId shared sharingLevel }'
const WORDS = 'quarterly planning with the suppliers about prices and terms of delivery '

export function createMutations(viewer: Viewer, targets: Targets): BenchmarkMutation[] {
  const actor = { tenantId: viewer.tenantId, ownTagId: viewer.ownTagId }
  const people = [privateLink(viewer.popularTagId), privateLink(viewer.rareTagId)] as const
  const change = (
    blockId: string | undefined,
    platform: Change['platform'],
    mutation: keyof typeof PLAIN_MUTATIONS,
    parameters: Change['plain']['parameters'],
  ): Change => ({ blockId, platform, plain: { mutation, parameters: { ...actor, ...parameters } } })
  return [
    {
      name: 'create a note with a link',
      targets: targets.notes,
      change: ({ id }, turn) => {
        const input = { ...content(id, turn), sharingTags: [people[0]] }
        return change(undefined, upsertNote(input), 'createNote', { ...content(id, turn), tags: [people[0]] })
      },
    },
    {
      name: 'change a note with a guest',
      targets: targets.notes,
      change: ({ id }, turn) =>
        change(id, upsertNote({ _id: id, ...content(id, turn) }), 'updateNote', { id, ...content(id, turn) }),
    },
    {
      name: "replace the links, a guest's too",
      targets: targets.shared,
      change: ({ id, guestTagId }, turn) => {
        const tags = [turn % 2 === 0 ? people[0] : people[1], guestLink(guestTagId, turn % 2)]
        return change(id, updateBlock({ _id: id, sharingTags: tags }), 'replaceLinks', { id, tags })
      },
    },
    {
      name: 'share with one more',
      targets: targets.unshared,
      change: ({ id, type }, turn) => {
        const tag = guestLink(targets.guestTagIds[turn % targets.guestTagIds.length] ?? null, 0)
        return change(id, addSharingTag(id, type, tag), 'addLink', { id, tags: [tag] })
      },
    },
    {
      name: 'react to a shared block',
      targets: targets.shared,
      change: ({ id, type }, turn) => {
        const shortcode = `emoji_${turn}`
        return change(id, addReaction(id, type, shortcode), 'addReaction', { id, shortcode })
      },
    },
    {
      name: 'archive or restore a shared block',
      targets: targets.shared,
      change: ({ id }, turn) => {
        const archive = turn % 2 === 0
        return change(id, archiveBlock({ _id: id, archive }), 'archive', { id, archive })
      },
    },
  ]
}

const privateLink = (tagId: string): Tag => ({ tagId, shared: false, sharingLevel: 0, sharingApproach: 1 })

function guestLink(tagId: string | null, sharingLevel: number): Tag {
  return { tagId: tagId ?? '', shared: true, sharingLevel, sharingApproach: 1 }
}

function content(id: string, turn: number) {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: `${WORDS.repeat(8)}${turn}` }] }
  const document = JSON.stringify({ type: 'doc', content: [paragraph, paragraph] })
  return { title: `Notes ${turn} ${id.slice(0, 8)}`, document }
}

const upsertNote = (input: object) => ({
  query: 'mutation Bench($input: UpsertNoteInput!) { upsertOneNote(input: $input) { _id title dateUpdated } }',
  variables: { input },
})

const updateBlock = (input: object) => ({
  query: `mutation Bench($input: UpdateBlockInput!) { updateOneBlock(input: $input) { _id ${LINKS} } }`,
  variables: { input },
})

const addSharingTag = (id: string, blockType: string, sharingTag: Tag) => ({
  query: `mutation Bench($input: AddSharingTagInput!) { addSharingTag(input: $input) { block { _id ${LINKS} } } }`,
  variables: { input: { referenceBlock: { id, blockType }, sharingTag } },
})

const addReaction = (_id: string, blockType: string, shortcodes: string) => ({
  query: 'mutation Bench($input: ReactionInput!) { addReaction(input: $input) { shortcodes count self } }',
  variables: { input: { _id, blockType, shortcodes } },
})

const archiveBlock = (input: object) => ({
  query: 'mutation Bench($input: ArchiveBlockInput!) { archiveOneBlock(input: $input) { _id archived } }',
  variables: { input },
})
