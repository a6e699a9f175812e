import type { Drafts, NoteContent, NoteVersion } from './drafts.ts'

/** What has become of what was written. */
export type SaveState =
  | { kind: 'saved' }
  /** It is saved in a moment, or is being saved. */
  | { kind: 'saving' }
  /** `isRetrying`: another attempt follows by itself. */
  | { kind: 'failed'; error: unknown; isRetrying: boolean }
  /** Somebody else has changed the same meanwhile; nothing is saved until the person has decided. */
  | { kind: 'conflict'; theirs: NoteVersion }

/** How the platform is reached. */
export interface NotePort {
  read(): Promise<NoteVersion>
  /** Writes fields unless the note was changed since; returns its new dateUpdated (epoch ms). */
  write(changed: Partial<NoteContent>, since: number): Promise<number>
  isConflict(error: unknown): boolean
  /** Whether another attempt may succeed without the person doing anything. */
  isTransient(error: unknown): boolean
}

/** How long after the last keystroke a note is saved, and how long after the first one at the latest (ms). */
const PAUSE_MS = 700
const MAX_PAUSE_MS = 4_000
const RETRY_MS = { first: 1_000, max: 20_000 }

type Field = keyof NoteContent
const FIELDS: readonly Field[] = ['title', 'document']

/** Saves a note as it is written, and brings what somebody else writes together with it. Nothing written is lost. */
export class NoteSaver {
  readonly #drafts: Drafts
  readonly #listeners = new Set<() => void>()
  readonly #acceptListeners = new Set<(content: NoteContent) => void>()
  #port: NotePort
  /** What the platform had when the person began to write, or last saved. */
  #base: NoteVersion
  #mine: NoteContent
  /** Reads the document from the editor when it is needed, because converting it takes time. */
  #pendingDocument: (() => string) | undefined
  #state: SaveState = { kind: 'saved' }
  #timer: ReturnType<typeof setTimeout> | undefined
  #dirtySince: number | undefined
  #retryMs = RETRY_MS.first
  #isWriting = false
  /** What arrived while a write was under way. */
  #arrived: NoteVersion | undefined

  constructor(version: NoteVersion, port: NotePort, drafts: Drafts) {
    this.#port = port
    this.#drafts = drafts
    const draft = drafts.read()
    this.#base = draft?.base ?? version
    this.#mine = draft?.mine ?? toContent(version)
    if (!draft) return
    this.#setState({ kind: 'saving' })
    if (version.dateUpdated < draft.base.dateUpdated) this.#continue()
    else this.receive(version)
  }

  get state(): SaveState {
    return this.#state
  }

  /** What the person sees and has written. */
  get content(): NoteContent {
    this.#resolve()
    return this.#mine
  }

  get isSaved(): boolean {
    return this.#state.kind === 'saved'
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls back with the content when it was changed by somebody else, or by a decision. */
  onAccepted(listener: (content: NoteContent) => void): () => void {
    this.#acceptListeners.add(listener)
    return () => this.#acceptListeners.delete(listener)
  }

  /** Uses another way to the platform from now on, for example after signing in again. */
  setPort(port: NotePort): void {
    this.#port = port
  }

  editTitle(title: string): void {
    this.#mine = { ...this.#mine, title }
    this.#edited()
  }

  editDocument(read: () => string): void {
    this.#pendingDocument = read
    this.#edited()
  }

  /** Takes in what the platform has now. */
  receive(theirs: NoteVersion): void {
    if (theirs.dateUpdated < this.#base.dateUpdated) return
    if (this.#isWriting) {
      this.#arrived = theirs
      return
    }
    this.#resolve()
    const [base, mine] = [this.#base, this.#mine]
    const isConflicting = (field: Field) =>
      mine[field] !== base[field] && theirs[field] !== base[field] && theirs[field] !== mine[field]
    if (FIELDS.some(isConflicting)) {
      this.#stop({ kind: 'conflict', theirs })
      return
    }
    const merged = {
      title: mine.title === base.title ? theirs.title : mine.title,
      document: mine.document === base.document ? theirs.document : mine.document,
    }
    this.#base = theirs
    this.#accept(merged)
    this.#continue()
  }

  /** Saves what has not been saved, now. */
  flush(): void {
    if (this.#state.kind === 'saved' || this.#state.kind === 'conflict' || this.#isWriting) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    void this.#write()
  }

  /** Decides a conflict: what the person has written replaces what the other has written. */
  chooseMine(): void {
    this.#decide((_theirs, mine) => mine)
  }

  chooseTheirs(): void {
    this.#decide((theirs) => toContent(theirs))
  }

  /** Decides a conflict: both documents, brought together by `join`. */
  chooseBoth(join: (mine: string, theirs: string) => string): void {
    this.#decide((theirs, mine) => ({
      title: mine.title,
      document:
        mine.document && theirs.document ? join(mine.document, theirs.document) : (mine.document ?? theirs.document),
    }))
  }

  #decide(choose: (theirs: NoteVersion, mine: NoteContent) => NoteContent): void {
    if (this.#state.kind !== 'conflict') return
    const { theirs } = this.#state
    this.#resolve()
    this.#base = theirs
    this.#accept(choose(theirs, this.#mine))
    this.#setState({ kind: 'saving' })
    this.#continue()
  }

  #edited(): void {
    this.#dirtySince ??= Date.now()
    const isRetrying = this.#state.kind === 'failed' && this.#state.isRetrying
    if (this.#state.kind === 'conflict' || isRetrying) {
      this.#remember()
      return
    }
    this.#setState({ kind: 'saving' })
    if (this.#isWriting) return
    this.#schedule(Math.max(0, Math.min(PAUSE_MS, this.#dirtySince + MAX_PAUSE_MS - Date.now())))
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#write()
    }, delayMs)
  }

  async #write(): Promise<void> {
    this.#remember()
    const [sent, base] = [this.#mine, this.#base]
    const changed = Object.fromEntries(
      FIELDS.flatMap((field) => (sent[field] === base[field] ? [] : [[field, sent[field]]])),
    )
    if (Object.keys(changed).length === 0) {
      this.#continue()
      return
    }
    this.#isWriting = true
    this.#dirtySince = undefined
    try {
      const dateUpdated = await this.#port.write(changed, base.dateUpdated)
      this.#base = { ...sent, dateUpdated }
      this.#retryMs = RETRY_MS.first
      this.#finish()
    } catch (error) {
      if (this.#port.isConflict(error)) await this.#readAgain()
      else this.#fail(error)
    }
  }

  /** The note was changed meanwhile, possibly by an earlier attempt of this one. */
  async #readAgain(): Promise<void> {
    try {
      this.#arrived = await this.#port.read()
      this.#finish()
    } catch (error) {
      this.#fail(error)
    }
  }

  #finish(): void {
    this.#isWriting = false
    const arrived = this.#arrived
    this.#arrived = undefined
    if (arrived && arrived.dateUpdated > this.#base.dateUpdated) this.receive(arrived)
    else this.#continue()
  }

  #fail(error: unknown): void {
    this.#isWriting = false
    const isRetrying = this.#port.isTransient(error)
    this.#setState({ kind: 'failed', error, isRetrying })
    if (!isRetrying) return
    this.#schedule(this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.max)
  }

  /** Saves what is still to be saved. */
  #continue(): void {
    this.#resolve()
    const isSaved = FIELDS.every((field) => this.#mine[field] === this.#base[field])
    if (!isSaved) {
      this.#remember()
      this.#setState({ kind: 'saving' })
      this.#schedule(PAUSE_MS)
      return
    }
    this.#drafts.clear()
    this.#stop({ kind: 'saved' })
  }

  #stop(state: SaveState): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#dirtySince = undefined
    this.#setState(state)
    if (state.kind === 'conflict') this.#remember()
  }

  #accept(content: NoteContent): void {
    const isSame = FIELDS.every((field) => content[field] === this.#mine[field])
    this.#mine = content
    if (!isSame) for (const listener of this.#acceptListeners) listener(content)
  }

  #resolve(): void {
    if (!this.#pendingDocument) return
    this.#mine = { ...this.#mine, document: this.#pendingDocument() }
    this.#pendingDocument = undefined
  }

  #remember(): void {
    this.#resolve()
    this.#drafts.write({ base: this.#base, mine: this.#mine })
  }

  #setState(state: SaveState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function toContent({ title, document }: NoteContent): NoteContent {
  return { title, document }
}
