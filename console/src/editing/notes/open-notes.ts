import type { Drafts, NoteVersion } from './drafts.ts'
import { type NotePort, NoteSaver, type SaveState } from './saver.ts'

/** Why a note that was left is not saved, and will not be unless the person does something. */
export type Stranded = Extract<SaveState, { kind: 'failed' | 'conflict' }>

interface OpenNote {
  saver: NoteSaver
  /** The number of editors that show it. */
  editors: number
}

/** Notes that are shown, or were left before they were saved: saving goes on after the page was left. */
export class OpenNotes {
  readonly #notes = new Map<string, OpenNote>()

  /** The saver of a note; `key` identifies the note and the person. */
  open(key: string, version: NoteVersion, port: NotePort, drafts: Drafts): NoteSaver {
    const found = this.#notes.get(key)
    if (found) {
      found.saver.setPort(port)
      found.saver.receive(version)
      return found.saver
    }
    const saver = new NoteSaver(version, port, drafts)
    this.#notes.set(key, { saver, editors: 0 })
    return saver
  }

  /** Says that an editor shows the note. */
  enter(key: string): void {
    const note = this.#notes.get(key)
    if (note) note.editors += 1
  }

  /** Whether something that was written in any note is not saved, also in those that were left. */
  get hasUnsaved(): boolean {
    return [...this.#notes.values()].some(({ saver }) => !saver.isSaved)
  }

  /** Says that an editor is closed. What it has not saved is saved now; `onStranded` is called if that is not possible. */
  leave(key: string, onStranded: (saver: NoteSaver, state: Stranded) => void): void {
    const note = this.#notes.get(key)
    if (!note) return
    note.editors -= 1
    const { saver } = note
    let stop = () => {}
    const settle = () => {
      const { state } = saver
      if (note.editors > 0) stop()
      else if (state.kind === 'saved') {
        stop()
        this.#notes.delete(key)
      } else if (state.kind === 'conflict' || (state.kind === 'failed' && !state.isRetrying)) {
        stop()
        onStranded(saver, state)
      }
    }
    stop = saver.subscribe(settle)
    if (saver.state.kind === 'saved' || saver.state.kind === 'conflict') settle()
    else saver.flush()
  }
}

/** Those of this window. */
export const openNotes = new OpenNotes()
