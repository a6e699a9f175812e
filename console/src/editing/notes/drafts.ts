export interface NoteContent {
  title: string
  /** The rich-text editor's JSON; null for an empty note. */
  document: string | null
}

/** A note as the platform has it. */
export interface NoteVersion extends NoteContent {
  /** Epoch ms. */
  dateUpdated: number
}

/** What was written and not saved, with the version that it was written on. */
export interface Draft {
  base: NoteVersion
  mine: NoteContent
}

/** Where the draft of one note is until it is saved. */
export interface Drafts {
  read(): Draft | undefined
  write(draft: Draft): void
  clear(): void
}

/**
 * Drafts in the storage of this tab: they survive loading the page again, and end with the tab. `person` is the subject of
 * the signed-in person, whose drafts nobody else sees.
 */
export function tabDrafts(person: string, noteId: string, storage: Storage = window.sessionStorage): Drafts {
  const key = `provider-hub.draft.${person}.${noteId}`
  return {
    read: () => parse(storage.getItem(key)),
    write: (draft) => {
      try {
        storage.setItem(key, JSON.stringify(draft))
      } catch {
        // There is no room. The draft stays in the editor, and closing the page is warned of.
      }
    },
    clear: () => storage.removeItem(key),
  }
}

function parse(text: string | null): Draft | undefined {
  if (text === null) return undefined
  try {
    return JSON.parse(text) as Draft
  } catch {
    return undefined
  }
}
