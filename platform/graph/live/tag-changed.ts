import type { ChangeEvent } from '../../storage/changes.ts'
import { findTags, type TagRow } from '../../storage/graph/tags/rows.ts'
import { validIds } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { Tag, TagType } from '../tags/tag.ts'
import { eventFields } from './event-fields.ts'
import { followChanges } from './follow.ts'

type TagEvent = ChangeEvent & { tag: TagRow }

const TagEventType = builder.objectRef<TagEvent>('TagEvent').implement({
  description: 'A change of a tag.',
  fields: (t) => ({
    ...eventFields(t),
    tagType: t.field({ type: TagType, nullable: false, resolve: ({ tag }) => tag.tag_type }),
    tag: t.field({ type: Tag, nullable: false, resolve: ({ tag }) => tag }),
  }),
})

const TagChangedInput = builder.inputType('TagChangedInput', {
  fields: (t) => ({ _ids: t.stringList(), tagTypes: t.field({ type: [TagType] }) }),
})

builder.subscriptionField('tagChanged', (t) =>
  t.field({
    type: TagEventType,
    nullable: false,
    args: { input: t.arg({ type: TagChangedInput }) },
    subscribe: (_root, { input }, context) => {
      const ids = input?._ids ? validIds(input._ids) : undefined
      const types = input?.tagTypes
      const matches = ({ tag }: TagEvent) =>
        (!ids || ids.includes(tag.tag_id)) && (!types || types.includes(tag.tag_type))
      return followChanges(context, async (changes) => (await tagEvents(changes, context)).filter(matches))
    },
    resolve: (event) => event,
  }),
)

async function tagEvents(changes: readonly ChangeEvent[], { db, feed, viewer }: GraphContext): Promise<TagEvent[]> {
  const tagChanges = changes.filter(({ subject }) => subject === 'tag')
  if (tagChanges.length === 0) return []
  const ids = tagChanges.map(({ subject_id }) => subject_id)
  return feed.reads.share('tag events', viewer, changes, async () => {
    const tags = await findTags(db, viewer, ids)
    return tagChanges.flatMap((change) => {
      const tag = tags.get(change.subject_id)
      return tag ? [{ ...change, tag }] : []
    })
  })
}
