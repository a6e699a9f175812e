import { createRichText, heading, paragraph, type RichText, table } from '../../sandbox/core/office/rich-text.ts'
import type { NewTab } from '../../sandbox/google/docs/document.ts'

const PAGES = 20
const PARAGRAPHS_PER_PAGE = 5
/** About a hundred words. */
const SENTENCE =
  'The supplier delivers the modules that are listed in the annex, at the price that is agreed there. '.repeat(6)

/** The names of the placeholders: two per page, and two in header and footer. */
export const NAMES: readonly string[] = [
  ...Array.from({ length: PAGES }, (_, page) => [`Company ${page + 1}`, `Amount ${page + 1}`]).flat(),
  'Reference',
  'Valid until',
]

/** A contract of twenty pages with headings, tables, a header and a footer. */
export function createContract(): RichText {
  const pages = Array.from({ length: PAGES }, (_, page) => [
    heading(1, `Part ${page + 1}: {{Company ${page + 1}}}`),
    ...Array.from({ length: PARAGRAPHS_PER_PAGE }, () => paragraph(SENTENCE)),
    table([
      ['Position', 'Price'],
      ['Modules', `{{Amount ${page + 1}}} EUR`],
    ]),
  ])
  return createRichText(pages.flat(), {
    headers: new Map([['kix.header1', [paragraph('Contract {{Reference}}')]]]),
    footers: new Map([['kix.footer1', [paragraph('Valid until {{Valid until}}')]]]),
  })
}

/** The same as the only tab of a Google document. */
export function createContractTab(): NewTab {
  const { body, headers, footers } = createContract()
  return { title: 'Contract', body, headers, footers }
}
