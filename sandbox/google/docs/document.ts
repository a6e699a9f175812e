import { createRichText, heading, type RichText } from '../../core/office/rich-text.ts'

/** A tab of a Google document. */
export interface DocumentTab {
  id: string
  title: string
  text: RichText
  children: DocumentTab[]
}

export interface GoogleDocument {
  /** Increases with every change. */
  revision: number
  tabs: DocumentTab[]
}

/** A tab as tests and seeds describe it. */
export interface NewTab extends Partial<RichText> {
  title: string
  children?: readonly NewTab[]
}

/** Creates a document; ids of tabs are `t.0`, `t.1` … in order. */
export function createDocument(tabs: readonly NewTab[]): GoogleDocument {
  let next = 0
  const create = ({ title, children = [], body = [], headers, footers, footnotes }: NewTab): DocumentTab => {
    const id = `t.${next++}`
    const text = createRichText(body)
    if (headers) text.headers = headers
    if (footers) text.footers = footers
    if (footnotes) text.footnotes = footnotes
    return { id, title, text, children: children.map(create) }
  }
  return { revision: 1, tabs: tabs.map(create) }
}

/** All tabs in the order of the outline. */
export function flattenTabs(tabs: readonly DocumentTab[]): DocumentTab[] {
  return tabs.flatMap((tab) => [tab, ...flattenTabs(tab.children)])
}

/** The texts of an export. The tabs of a document with more than one tab have their titles. */
export function toExportedTexts({ tabs }: GoogleDocument): RichText[] {
  const all = flattenTabs(tabs)
  return all.map(({ title, text }) => (all.length > 1 ? { ...text, title } : text))
}

/** The same with the titles as headings, for formats without tabs. */
export function toPages(document: GoogleDocument): RichText[] {
  return toExportedTexts(document).map((text) =>
    text.title === undefined ? text : { ...text, body: [heading(1, text.title), ...text.body] },
  )
}

/** The revision id, which clients must treat as opaque. */
export function formatRevision({ revision }: GoogleDocument): string {
  return `ALm37BV${Buffer.from(`revision ${revision}`).toString('base64url')}`
}
