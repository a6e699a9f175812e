import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { OpenNotes, type Stranded } from '../../../../console/src/editing/notes/open-notes.ts'
import type { NotePort } from '../../../../console/src/editing/notes/saver.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const VERSION = { title: 'Plan', document: 'One', dateUpdated: 1 }
const NO_DRAFTS = { read: () => undefined, write: () => {}, clear: () => {} }
const UNREACHABLE = new Error('unreachable')
const FORBIDDEN = new Error('read-only')
const CONFLICT = new Error('changed meanwhile')

/** A note that is edited and then left; its writes end with these errors, one after the other, and then succeed. */
async function leaveEdited(errors: Error[], found = VERSION) {
  const notes = new OpenNotes()
  const stranded: [string, Stranded['kind']][] = []
  const port: NotePort = {
    read: async () => found,
    write: async (_changed, since) => {
      const error = errors.shift()
      if (error) throw error
      return since + 1
    },
    isConflict: (error) => error === CONFLICT,
    isTransient: (error) => error === UNREACHABLE,
  }
  const saver = notes.open('ada.note', VERSION, port, NO_DRAFTS)
  notes.enter('ada.note')
  saver.editTitle('Plan of Ada')
  const hadUnsaved = notes.hasUnsaved
  notes.leave('ada.note', ({ content }, { kind }) => stranded.push([content.title, kind]))
  await jest.advanceTimersByTimeAsync(60_000)
  return { stranded, hadUnsaved, hasUnsaved: notes.hasUnsaved }
}

test('what was written in a note that was left is saved, and nobody is told', async () => {
  expect(await leaveEdited([])).toEqual({ stranded: [], hadUnsaved: true, hasUnsaved: false })
})

test('it is saved when the platform can be reached again', async () => {
  expect(await leaveEdited([UNREACHABLE, UNREACHABLE])).toEqual({ stranded: [], hadUnsaved: true, hasUnsaved: false })
})

test('a refusal is told once, with what was written, and remains unsaved', async () => {
  expect(await leaveEdited([FORBIDDEN])).toEqual({
    stranded: [['Plan of Ada', 'failed']],
    hadUnsaved: true,
    hasUnsaved: true,
  })
})

test('so is a change that somebody else has made to the same meanwhile', async () => {
  const found = { title: 'Plan of Bilal', document: 'One', dateUpdated: 2 }
  expect(await leaveEdited([CONFLICT], found)).toEqual({
    stranded: [['Plan of Ada', 'conflict']],
    hadUnsaved: true,
    hasUnsaved: true,
  })
})
