import { hash } from 'node:crypto'
import type { ActionItem, PersonReference, Transcription } from '../../../../src/contract/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { findDueDate } from '../../../model/promises.ts'
import { findSpokenPromises, toSpeaker } from '../../../model/spoken-promises.ts'
import { canonicalHash } from '../canonical-form.ts'
import { type MappingContext, type NewBlock, toSnippet, toWholeMs } from './new-block.ts'

/** Maps the transcription of a meeting and what is to be done after it, which becomes proposed tasks. */
export function fromTranscription(transcription: Transcription, { timeZone }: MappingContext): NewBlock[] {
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
  const actions = tasks ? withDueDates(tasks, dateStart, timeZone) : promisedActions(transcription, timeZone)
  return [block, ...actions.map((task) => fromTask(task, transcription))]
}

/** Vendors that list action items seldom list their days: the day is taken from the text, if it names one. */
function withDueDates(tasks: readonly ActionItem[], date: number, timeZone: string): ActionItem[] {
  return tasks.map((task) => ({
    ...omitUndefined({ dateDue: findDueDate(`${task.title} ${task.text ?? ''}`, date, timeZone) }),
    ...task,
  }))
}

const MAX_PROMISED_ACTIONS = 20

/**
 * What people have promised in the meeting and named a day for, if the vendor lists no action items. The speaker must be one
 * of the people whose address is known.
 */
function promisedActions(transcription: Transcription, timeZone: string): ActionItem[] {
  const { organizedBy, attendees, transcript, dateStart } = transcription
  const people = [...attendees, ...(organizedBy ? [organizedBy] : [])]
  const promises = findSpokenPromises(transcript.text, dateStart, timeZone)
  const actions = [...promises].flatMap(({ speaker, sentence, dateDue, startOffset }): ActionItem[] => {
    const assignedTo = findByName(people, speaker)
    if (!assignedTo || dateDue === undefined) return []
    // Two people may promise the same in the same words.
    const externalId = toTaskId(`${assignedTo.email.toLowerCase()}\n${sentence}`)
    return [{ externalId, title: sentence, assignedTo, dateDue, startOffset }]
  })
  return actions.slice(0, MAX_PROMISED_ACTIONS)
}

/** The person with this name; undefined if two addresses have it. */
function findByName(people: readonly PersonReference[], name: string): PersonReference | undefined {
  const found = people.filter(({ friendlyName }) => friendlyName && toSpeaker(friendlyName) === toSpeaker(name))
  const addresses = new Set(found.map(({ email }) => email.toLowerCase()))
  return addresses.size === 1 ? found[0] : undefined
}

function toTaskId(content: string): string {
  return hash('sha256', content, 'hex').slice(0, 8)
}

function fromTask(task: ActionItem, { externalId, dateStart, uri }: Transcription): NewBlock {
  const id = task.externalId ?? toTaskId(`${task.title}\n${task.text ?? ''}`)
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
