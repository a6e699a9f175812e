import type { BlockCollaborationQuery, BlockHistoryQuery, ShownShareFragment } from '../../documents.ts'

export type SharedBlock = NonNullable<BlockCollaborationQuery['block']>
export type Activity = NonNullable<BlockHistoryQuery['blockActivities']>[number]

/** How a link came about (sharingApproach of the specification). */
const APPROACH = { typed: 0, explicit: 1, system: 2 } as const

export interface ReasonContext {
  block: SharedBlock
  /** The person's own tag. */
  ownTagId: string | undefined
  /** What happened to the block, newest first. */
  activities: readonly Activity[]
}

/** Why a person can see a block, or why it is linked to a tag, in a few words. */
export function reasonOf(share: ShownShareFragment, context: ReasonContext): string {
  const words = [share.tagId === context.ownTagId ? ownReason(context) : othersReason(share, context)]
  if (share.assigned) words.push('assigned')
  if (share.pinned) words.push('pinned to the page')
  return words.join(', ')
}

function ownReason({ block, activities, ownTagId }: ReasonContext): string {
  if (block.creator?.self) return block.application === null ? 'you wrote it' : 'it is yours'
  const sharer = sharerOf(ownTagId, activities)
  if (sharer) return `shared with you by ${sharer}`
  return block.application === null ? 'shared with you' : 'from an account that you have connected'
}

function othersReason(share: ShownShareFragment, context: ReasonContext): string {
  const role = roleOf(share.tagId, context.block)
  if (share.shared) return accessReason(share, context) ?? role ?? 'has access'
  if (role) return `${role}, not shared`
  if (share.sharingApproach === APPROACH.typed) return 'mentioned in the text, not shared'
  if (share.sharingApproach === APPROACH.system) return 'linked automatically, not shared'
  return 'linked, not shared'
}

function accessReason(share: ShownShareFragment, { activities, block }: ReasonContext): string | undefined {
  const sharer = sharerOf(share.tagId, activities)
  if (sharer) return `invited by ${sharer}`
  if (block.creator && share.tag?.alias === block.creator.name && !block.creator.self) return 'wrote it'
  if (share.sharingApproach === APPROACH.typed) return 'invited by a mention in the text'
  return share.sharingApproach === APPROACH.explicit ? 'invited' : undefined
}

/** Who last shared the block with a tag: “you”, or a name. */
function sharerOf(tagId: string | undefined, activities: readonly Activity[]): string | undefined {
  const share = activities.find(
    ({ activityType, detail }) =>
      activityType === 'SHARED' && detail?.__typename === 'SharingChange' && detail.tag?._id === tagId,
  )
  if (!share?.actor) return undefined
  return share.actor.self ? 'you' : (share.actor.name ?? undefined)
}

/** What somebody has to do with a meeting or an e-mail. */
function roleOf(tagId: string, block: SharedBlock): string | undefined {
  const has = (people: readonly ({ tag: { _id: string } | null } | null)[] | null | undefined) =>
    people?.some((person) => person?.tag?._id === tagId) ?? false
  if (block.__typename === 'Event') {
    if (has([block.organizedBy])) return 'organizer of the meeting'
    return has(block.attendees) ? 'attendee of the meeting' : undefined
  }
  if (block.__typename === 'Transcription') return has(block.participants) ? 'took part in the meeting' : undefined
  if (block.__typename !== 'Email') return undefined
  if (has([block.from])) return 'sender of the email'
  return has([...block.to, ...block.cc, ...block.bcc]) ? 'recipient of the email' : undefined
}
