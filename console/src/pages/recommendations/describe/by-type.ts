import type { RecommendationType } from '../../../../../platform/client/index.ts'
import { type Item, typeOf } from '../feed.ts'
import { reconnect, syncPaused } from './connections.ts'
import { followUp, insight, meetingPrep, shareBlock, upsertDraft } from './content.ts'
import type { Description } from './description.ts'
import { linkBusinessObject, mergeTags, upsertTag } from './tags.ts'

type LowerCase = Extract<RecommendationType, Lowercase<RecommendationType>>

const DESCRIBE: Readonly<Record<LowerCase, (item: Item) => Description | undefined>> = {
  upsert_note: upsertDraft,
  upsert_task: upsertDraft,
  upsert_tag: upsertTag,
  share_block: shareBlock,
  link_business_object: linkBusinessObject,
  merge_tags: mergeTags,
  meeting_prep: meetingPrep,
  follow_up: followUp,
  sync_paused: syncPaused,
  reconnect_required: reconnect,
  scope_required: reconnect,
  insight,
}

/** What accepting a recommendation does, in words, and how things are before and after. */
export function describe(item: Item): Description {
  const describeType = DESCRIBE[typeOf(item.recommendationType) as LowerCase] as
    | ((item: Item) => Description | undefined)
    | undefined
  return (
    describeType?.(item) ?? {
      effect: 'Accepting does what the title says.',
      before: [],
      after: [],
      accept: item.displayLabel || 'Accept',
    }
  )
}
