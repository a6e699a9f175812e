import { NumberFilterInput, SortOrder, StringFilterInput } from '../arguments/filters.ts'
import { TaskStatus } from '../blocks/types/task.ts'
import { builder } from '../builder.ts'
import { BlockType, ReferenceBlockInput } from '../values/block-reference.ts'

const SortOptionInput = builder.inputType('SortOptionInput', {
  fields: (t) => ({
    field: t.string({
      description:
        'dateCreated, dateUpdated, dateAssociated, dateDue, dateStart, title, status, relevance. Blocks without a value come last.',
    }),
    order: t.field({ type: SortOrder, description: 'ASC unless given; of relevance DESC.' }),
  }),
})

const TagFilterItemInput = builder.inputType('TagFilterItemInput', {
  description: 'A link to a tag: all that is given must hold of the same link.',
  fields: (t) => ({
    _ids: t.stringList({ description: 'Any of these tags.' }),
    assigned: t.boolean(),
    pinned: t.boolean(),
    shared: t.boolean(),
    sharingApproaches: t.intList({ description: '0 typed in the editor, 1 explicit, 2 by the system.' }),
  }),
})

const OrFilterInput = builder.inputType('OrFilterInput', {
  fields: (t) => ({ tags: t.field({ type: [TagFilterItemInput] }) }),
})

type InputFieldBuilder = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>

/** Everything that tells which blocks are meant, for every input of a search: `fields: (t) => ({ ...filterFields(t) })`. */
export function filterFields(t: InputFieldBuilder) {
  return { ...scopeFields(t), ...stateFields(t), ...dateFields(t), ...presetFields(t) }
}

function scopeFields(t: InputFieldBuilder) {
  return {
    tags: t.field({ type: [TagFilterItemInput], description: 'Links that a block has, each of them.' }),
    tagIds: t.stringList({ description: 'Another way to write one entry of `tags`: any of these tags.' }),
    orFilters: t.field({ type: [OrFilterInput], description: 'A block fits one of them.' }),
    searchString: t.string({ description: 'All its words are in the block; the last may be the beginning of one.' }),
    search: t.string({ description: 'Another name of searchString.' }),
    _ids: t.stringList(),
    folderIds: t.stringList({ description: 'Linked to a tag of one of these folders.' }),
    threadIds: t.stringList(),
    uris: t.stringList(),
    parentId: t.string(),
    parentReferenceBlock: t.field({ type: ReferenceBlockInput }),
    originReferenceBlock: t.field({ type: ReferenceBlockInput }),
    originReferenceTagId: t.string(),
  }
}

function stateFields(t: InputFieldBuilder) {
  return {
    blockTypes: t.field({ type: [BlockType] }),
    statuses: t.field({ type: [TaskStatus] }),
    emails: t.field({
      type: [StringFilterInput],
      description: 'The address of somebody on the block is like one of these.',
    }),
    favorite: t.boolean({ description: 'As the viewer has marked it.' }),
    snoozed: t.boolean(),
    template: t.boolean(),
    proposed: t.boolean({ description: 'Awaits approval.' }),
    generated: t.boolean({ description: 'Made by an AI.' }),
    archived: t.boolean({ description: 'True: archived blocks are found too.' }),
  }
}

function dateFields(t: InputFieldBuilder) {
  return {
    dateCreated: t.field({ type: NumberFilterInput }),
    dateUpdated: t.field({ type: NumberFilterInput }),
    dateDue: t.field({ type: NumberFilterInput }),
    dateAssociated: t.field({ type: NumberFilterInput }),
    dateMatch: t.field({
      type: NumberFilterInput,
      description: 'On any one of the dates: associated, start, due or created.',
    }),
  }
}

function presetFields(t: InputFieldBuilder) {
  const tidy = 'Own tasks to be tidied up: proposed, without a due date, or overdue for two weeks.'
  return {
    scopeToOwnTasks: t.boolean({
      description: 'Open tasks that are assigned to the viewer, or created by the viewer and assigned to nobody.',
    }),
    scopeToPriorityTasks: t.boolean({ description: 'Own tasks that are overdue, due today, or marked as a priority.' }),
    scopeToHousekeepingTasks: t.boolean({ description: tidy }),
    scopeToHousekeepingTasksBoolean: t.boolean({ description: 'Another name of scopeToHousekeepingTasks.' }),
  }
}

/** Fields of a search that say nothing about which blocks are meant; where only those count they are passed over. */
export function orderFields(t: InputFieldBuilder, description = 'Passed over here.') {
  return {
    smart: t.boolean({ description }),
    sort: t.field({ type: [SortOptionInput], description }),
  }
}

export const GraphSearchInput = builder.inputType('GraphSearchInput', {
  description: 'All that is given must hold. A list is fulfilled by any of its entries, an empty one by nothing.',
  fields: (t) => ({
    ...filterFields(t),
    smart: t.boolean({ description: 'What is to be done first: by due date; what is completed comes last.' }),
    sort: t.field({ type: [SortOptionInput], description: 'Goes before smart.' }),
    size: t.int(),
    page: t.int(),
  }),
})

export type GraphSearch = Partial<typeof GraphSearchInput.$inferInput>
/** What `filterFields` bring in. */
export type GraphFilters = Omit<GraphSearch, 'smart' | 'sort' | 'size' | 'page'>
export type TagFilterItem = typeof TagFilterItemInput.$inferInput
