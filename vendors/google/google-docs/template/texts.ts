import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js'

type Content = readonly docs_v1.Schema$StructuralElement[] | undefined
type Segments = Record<string, { content?: docs_v1.Schema$StructuralElement[] }> | null | undefined

/** Stands for what is not text: a placeholder does not continue across it. */
const OBJECT = '\ufffc'

/**
 * The texts of a document, one for each paragraph, tab by tab: its body with tables, then headers, footers and footnotes.
 * The document was requested with `includeTabsContent`; without it Google returns the first tab only.
 * https://developers.google.com/workspace/docs/api/how-tos/tabs
 */
export function* textsOf(document: docs_v1.Schema$Document): Generator<string> {
  const tabs = document.tabs ?? []
  if (tabs.length === 0) return yield* tabTexts(document)
  for (const tab of tabs) yield* textsOfTab(tab)
}

function* textsOfTab({ documentTab, childTabs }: docs_v1.Schema$Tab): Generator<string> {
  if (documentTab) yield* tabTexts(documentTab)
  for (const child of childTabs ?? []) yield* textsOfTab(child)
}

function* tabTexts({ body, headers, footers, footnotes }: docs_v1.Schema$DocumentTab): Generator<string> {
  yield* contentTexts(body?.content)
  for (const segments of [headers, footers, footnotes] as Segments[]) {
    for (const { content } of Object.values(segments ?? {})) yield* contentTexts(content)
  }
}

function* contentTexts(content: Content): Generator<string> {
  for (const { paragraph, table, tableOfContents } of content ?? []) {
    if (paragraph) yield paragraphText(paragraph)
    for (const { tableCells } of table?.tableRows ?? []) {
      for (const cell of tableCells ?? []) yield* contentTexts(cell.content)
    }
    if (tableOfContents) yield* contentTexts(tableOfContents.content)
  }
}

/** Formatting splits a paragraph into runs, often in the middle of a placeholder. */
function paragraphText({ elements }: docs_v1.Schema$Paragraph): string {
  return (elements ?? []).map(({ textRun }) => textRun?.content ?? OBJECT).join('')
}
