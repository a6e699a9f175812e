import { omitEmpty } from '../../../src/runtime/omit.ts'
import { type ApiPath, path } from '../api/path.ts'
import type { PendingNote } from './pending.ts'

/** A ContentNote as it is sent. The id of an existing one is also that of its ContentDocument. */
export interface NoteFields {
  id?: string
  body: {
    Title: string
    /** HTML in base64. */
    Content: string
  }
}

export async function toNoteFields({ title, note, ids: [id] }: PendingNote): Promise<NoteFields> {
  const { toNoteHtml } = await import('./html.ts')
  return { ...omitEmpty({ id }), body: { Title: title, Content: Buffer.from(toNoteHtml(note)).toString('base64') } }
}

/** The request that creates the note, or updates it if it has an id. */
export function toNoteRequest({ id, body }: NoteFields): { method: 'POST' | 'PATCH'; path: ApiPath; body: object } {
  return id
    ? { method: 'PATCH', path: path`/sobjects/ContentNote/${id}`, body }
    : { method: 'POST', path: path`/sobjects/ContentNote`, body }
}

/** In a composite request every `@{…}` is a reference to another result, and there is no way to escape it. */
export function hasReference({ body }: NoteFields): boolean {
  return body.Title.includes('@{')
}
