import type { Drafts, NoteContent, NoteVersion } from './drafts.ts'
import { type NotePort, NoteSaver } from './saver.ts'

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

  /** Says that an editor is closed. What it has not saved is saved now; `onStranded` is told if that is refused. */
  leave(key: string, onStranded: (content: NoteContent) => void): void {
    const note = this.#notes.get(key)
    if (!note) return
    note.editors -= 1
    const { saver } = note
    let stop = () => {}
    const settle = () => {
      if (note.editors > 0) stop()
      else if (saver.isSaved) {
        stop()
        this.#notes.delete(key)
      } else if (saver.state.kind === 'failed' && !saver.state.isRetrying) {
        stop()
        onStranded(saver.content)
      }
    }
    stop = saver.subscribe(settle)
    if (saver.isSaved) settle()
    else saver.flush()
  }
}

/** Those of this window. */
export const openNotes = new OpenNotes()
