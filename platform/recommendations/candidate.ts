import type { RecommendationType } from '../storage/graph/user/recommendations.ts'

/** A recommendation that could be made. Its subject identifies the reason: what was settled once is not made again. */
export interface Candidate {
  type: Extract<RecommendationType, 'follow_up' | 'meeting_prep' | 'upsert_tag' | 'merge_tags'>
  subject: string
  title: string
  /** A sentence that begins with “Because”. */
  description: string
  label: string
  /** As `Details` of the graph defines it for the type. */
  detail: Record<string, unknown>
  tagIds: readonly string[]
  referenceBlockId?: string
  /** Epoch ms. */
  dateExpires?: number
}
