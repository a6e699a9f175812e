import { dateOf } from '../../../text/blocks.ts'
import { formatDay } from '../../../text/dates.ts'
import { BLOCK_KINDS } from '../../../text/kinds.ts'
import type { Item } from '../feed.ts'
import {
  type Description,
  joinNames,
  type Line,
  nameOfTag,
  quote,
  shorten,
  tagLine,
  titleOfBlock,
} from './description.ts'
import { draftText } from './draft-text.ts'

/** A note or a task with its draft, new or changed. */
export function upsertDraft(item: Item): Description | undefined {
  const detail = item.upsertRecommendation
  if (!detail) return undefined
  const kind = detail.blockType.toLowerCase() === 'task' ? 'task' : 'note'
  const text = shorten(draftText(detail.document))
  const names = detail.tagIds.map((id) => nameOfTag(item, id))
  const after: Line[] = [
    ...(detail.title === null ? [] : [{ label: 'Title', value: detail.title }]),
    ...(text === '' ? [] : [{ label: 'Text', value: text }]),
    ...(names.length === 0 ? [] : [{ label: 'Linked to', value: joinNames(names) }]),
  ]
  const id = detail.block?._id
  if (id === undefined) {
    return {
      effect: `Creates the ${kind} ${quote(detail.title)}${names.length > 0 ? `, linked to ${joinNames(names)}` : ''}. Only you see it.`,
      before: [],
      after,
      accept: `Create the ${kind}`,
      isUndoable: true,
    }
  }
  const block = item.blocks.find(({ _id }) => _id === id)
  return {
    effect: `Changes the ${kind} ${quote(block?.title)} for everybody who sees it.`,
    before: [
      { label: 'Title', value: block?.title || 'Untitled', to: `/blocks/${id}` },
      ...(text !== '' && block?.summary ? [{ label: 'Text', value: shorten(block.summary) }] : []),
    ],
    after,
    accept: `Change the ${kind}`,
  }
}

const LEVELS = ['read it', 'read and edit it', 'own it: edit it, share it and archive it'] as const

export function shareBlock(item: Item): Description | undefined {
  const { referenceBlock, tagId, sharingLevel } = item.shareRecommendation ?? {}
  if (!referenceBlock || !tagId) return undefined
  const person = nameOfTag(item, tagId)
  const title = titleOfBlock(item, referenceBlock.id)
  const kind = referenceBlock.blockType ? BLOCK_KINDS[referenceBlock.blockType].singular : 'item'
  const may = LEVELS[sharingLevel ?? 0] ?? LEVELS[0]
  const block = item.blocks.find(({ _id }) => _id === referenceBlock.id)
  const share = block?.sharingTags.find((link) => link.tagId === tagId && link.shared)
  const line = (value: string): Line => ({ label: title ?? 'Gone', value, to: `/blocks/${referenceBlock.id}` })
  return {
    effect: `Shares the ${kind} ${quote(title)} with ${person}, who may then ${may}.`,
    before: [
      line(share ? `${person} may ${LEVELS[share.sharingLevel ?? 0] ?? LEVELS[0]}` : `Not shared with ${person}`),
    ],
    after: [line(`${person} may ${may}`)],
    accept: item.displayLabel || 'Share',
  }
}

export function meetingPrep(item: Item): Description | undefined {
  const detail = item.meetingRecommendation
  if (!detail?.eventId) return undefined
  const event = item.blocks.find(({ _id }) => _id === detail.eventId)
  const names = detail.tagIds.map((id) => nameOfTag(item, id))
  const date = event && dateOf(event)
  const day = date === undefined ? '' : formatDay(date)
  return {
    effect: `Creates a note ${quote(event?.title)} for the meeting${names.length > 0 ? `, linked to ${joinNames(names)}` : ''}. Only you see it.`,
    before: [
      {
        label: 'Meeting',
        value: [event?.title || 'Untitled', day].filter(Boolean).join(', '),
        to: `/blocks/${detail.eventId}`,
      },
      { label: 'Note', value: 'None' },
    ],
    after: [
      { label: 'Note', value: event?.title || 'Untitled' },
      ...(names.length === 0 ? [] : [{ label: 'Linked to', value: joinNames(names) }]),
    ],
    accept: item.displayLabel || 'Create the note',
    isUndoable: true,
  }
}

export function followUp(item: Item): Description | undefined {
  const { referenceBlock, dateDue = null } = item.followUpRecommendation ?? {}
  if (!referenceBlock) return undefined
  const title = titleOfBlock(item, referenceBlock.id)
  const kind = referenceBlock.blockType ? BLOCK_KINDS[referenceBlock.blockType].singular : 'item'
  const due = dateDue === null ? '' : `, due ${formatDay(dateDue)}`
  return {
    effect: `Creates the task ${quote(item.displayTitle)}${due}, attached to the ${kind}. Only you see it.`,
    before: title === undefined ? [] : [{ label: `The ${kind}`, value: title, to: `/blocks/${referenceBlock.id}` }],
    after: [
      { label: 'Task', value: item.displayTitle },
      ...(dateDue === null ? [] : [{ label: 'Due', value: formatDay(dateDue) }]),
    ],
    accept: item.displayLabel || 'Create the task',
    isUndoable: true,
  }
}

/** An insight changes nothing: it is only to be known. */
export function insight(item: Item): Description | undefined {
  const { tagId, tableId, text } = item.insightRecommendation ?? {}
  if (!tagId) return undefined
  const table = tableId ? titleOfBlock(item, tableId) : undefined
  return {
    effect: 'Nothing is changed: accepting only takes it off this list.',
    before: [],
    after: [
      tagLine('About', item, tagId),
      { label: 'Insight', value: shorten(text ?? '') },
      ...(table === undefined ? [] : [{ label: 'From', value: table, to: `/tables/${tableId}` }]),
    ],
    accept: item.displayLabel || 'Good to know',
  }
}
