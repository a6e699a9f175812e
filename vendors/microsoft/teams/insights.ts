import type { ActionItem, OutlineItem, PersonReference, Transcription } from '../../../src/contract/index.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { fetchPages } from '../pages.ts'
import { toPath } from '../paths.ts'
import { toInstant } from '../times.ts'
import type { TeamsAccount } from './account.ts'
import type { ListedTranscript } from './meetings.ts'

/**
 * What Copilot wrote about a transcript. A list has no contents. The library does not describe it.
 * https://learn.microsoft.com/microsoft-365/copilot/extensibility/api/ai-services/meeting-insights/resources/callaiinsight
 */
export interface CallInsight {
  id?: string
  /** That of the transcript. */
  contentCorrelationId?: string | null
  createdDateTime?: string | null
  actionItems?: { title?: string | null; text?: string | null; ownerDisplayName?: string | null }[] | null
  meetingNotes?: (Note & { subpoints?: Note[] | null })[] | null
}

interface Note {
  title?: string | null
  text?: string | null
}

/** The insights of a meeting, without their contents: one for each transcript. */
export async function fetchInsights({ request, userId }: TeamsAccount, meetingId: string): Promise<CallInsight[]> {
  const insights: CallInsight[] = []
  for await (const page of fetchPages<CallInsight>(request, toInsightPath(userId, meetingId))) insights.push(...page)
  return insights
}

/** That of a later transcript of a call: the insight of the call is that of its first transcript. */
export const INSIGHT_OF_FIRST_TRANSCRIPT: CallInsight = {}

/** The insight of a transcript with its contents. */
export async function fetchInsight(
  { request, userId }: TeamsAccount,
  meetingId: string,
  insights: readonly CallInsight[],
  transcript: ListedTranscript,
): Promise<CallInsight | undefined> {
  const insight = insights.find((candidate) => isOf(candidate, transcript))
  if (!insight && insights.some((candidate) => isOfCall(candidate, transcript))) return INSIGHT_OF_FIRST_TRANSCRIPT
  if (!insight?.id || insight.actionItems?.length || insight.meetingNotes?.length) return insight
  return request<CallInsight>(toInsightPath(userId, meetingId, insight.id))
}

/** These paths know no `/me`. */
function toInsightPath(userId: string, ...[meetingId, ...rest]: [string, ...string[]]): string {
  return toPath(['copilot', 'users', userId, 'onlineMeetings', meetingId, 'aiInsights', ...rest])
}

function isOf(insight: CallInsight, transcript: ListedTranscript): boolean {
  const { contentCorrelationId, createdDateTime } = insight
  const isNamed = contentCorrelationId && transcript.correlationId && !transcript.isContinuation
  if (isNamed) return isOfCall(insight, transcript)
  return transcript.dateStart !== undefined && toInstant(createdDateTime) === transcript.dateStart
}

function isOfCall({ contentCorrelationId }: CallInsight, { correlationId }: ListedTranscript): boolean {
  return correlationId !== undefined && contentCorrelationId === correlationId
}

/**
 * The tasks and the outline of a transcription. `people` are those who took part. A list of no tasks says that those of the
 * call are listed elsewhere, so that nobody looks for them in the text.
 */
export function toTasksAndOutline(
  insight: CallInsight,
  people: readonly PersonReference[],
): Pick<Transcription, 'tasks' | 'outline'> {
  if (insight === INSIGHT_OF_FIRST_TRANSCRIPT) return { tasks: [] }
  const { actionItems, meetingNotes } = insight
  const tasks = (actionItems ?? []).flatMap((item): ActionItem[] => {
    const note = toTitleAndText(item)
    return note ? [{ ...note, ...omitUndefined({ assignedTo: findPerson(item.ownerDisplayName, people) }) }] : []
  })
  const outline = (meetingNotes ?? []).flatMap((item): OutlineItem[] => {
    const note = toTitleAndText(item)
    const children = (item.subpoints ?? []).flatMap((subpoint) => toTitleAndText(subpoint) ?? [])
    return note ? [{ ...note, ...omitUndefined({ children: children.length > 0 ? children : undefined }) }] : children
  })
  return omitUndefined({
    tasks: tasks.length > 0 ? tasks : undefined,
    outline: outline.length > 0 ? outline : undefined,
  })
}

/** Undefined for a note without words. */
function toTitleAndText(note: Note): { title: string; text?: string } | undefined {
  const [title, text] = [note.title?.trim() || undefined, note.text?.trim() || undefined]
  if (title === undefined) return text === undefined ? undefined : { title: text }
  return { title, ...omitUndefined({ text }) }
}

/** Insights have names only: a person is taken if nobody else has the name. */
function findPerson(name: string | null | undefined, people: readonly PersonReference[]): PersonReference | undefined {
  const comparable = toComparable(name)
  if (comparable === '') return undefined
  const [person, ...others] = people.filter(({ friendlyName }) => toComparable(friendlyName) === comparable)
  return others.length === 0 ? person : undefined
}

function toComparable(name: string | null | undefined): string {
  return (name ?? '').trim().toLowerCase().normalize('NFC')
}
