import { hash } from 'node:crypto'
import type { ActionItem, Transcription } from '../../../../src/contract/index.ts'
import { canonicalHash } from '../reconcile.ts'
import { type NewBlock, toSnippet, toWholeMs } from './new-block.ts'

/** Maps the transcription of a meeting and its action items, which become proposed tasks. */
export function fromTranscription(transcription: Transcription): NewBlock[] {
  const { externalId, title, organizedBy, attendees, transcript, highlights, outline, tasks, uri } = transcription
  const dateStart = Math.round(transcription.dateStart)
  const duration = Math.round(transcription.duration)
  const block: NewBlock = {
    key: externalId,
    kind: 'transcription',
    hash: canonicalHash(transcription),
    externalId,
    title,
    text: toSnippet(transcript.text),
    uri,
    dateStart,
    dateEnd: dateStart + duration,
    dateAssociated: dateStart,
    detail: { duration, organizedBy, attendees, processingStage: transcription.processingStage },
    large: { transcript, highlights, outline, tasks },
    search: [transcript.text, ...attendees.flatMap(({ friendlyName, email }) => [friendlyName, email])],
    people: [organizedBy, ...attendees],
    creator: organizedBy,
  }
  return [block, ...(tasks ?? []).map((task) => fromTask(task, transcription))]
}

function fromTask(task: ActionItem, { externalId, dateStart, uri }: Transcription): NewBlock {
  const id = task.externalId ?? hash('sha256', `${task.title}\n${task.text ?? ''}`, 'hex').slice(0, 8)
  const key = `${externalId}.task.${id}`
  return {
    key,
    kind: 'task',
    hash: canonicalHash(task),
    insertOnly: true,
    externalId: key,
    originKey: externalId,
    title: task.title,
    text: task.text,
    uri,
    status: 'not_started',
    proposed: true,
    dateDue: toWholeMs(task.dateDue),
    dateAssociated: toWholeMs(dateStart),
    detail: { startOffset: task.startOffset },
    search: [task.text],
    people: [task.assignedTo],
    assigned: task.assignedTo,
  }
}
