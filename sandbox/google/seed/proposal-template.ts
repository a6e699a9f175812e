import { createRichText, heading, paragraph, table } from '../../core/office/rich-text.ts'
import { writeWord } from '../../core/office/word-writer.ts'
import type { NewTab } from '../docs/document.ts'

/** A proposal whose placeholders stand in two tabs, a table, header, footer and footnote, and across runs. */
export function createTemplateTabs(): NewTab[] {
  const proposal: NewTab = {
    title: 'Proposal',
    body: [
      heading(1, 'Proposal for {{Company}}'),
      paragraph('Dear {{Contact}},'),
      paragraph(
        'thank you for the talk on {{Date}}. ',
        { text: '{{', bold: true },
        { text: 'Project', bold: true },
        '}} would start in {{Start month}}.',
        { footnote: 'kix.fn1' },
      ),
      table([
        ['Seats', 'Price per year'],
        ['{{Seats}}', '{{Amount}} EUR'],
      ]),
      paragraph('Kind regards\v{{Sender}}'),
    ],
    headers: new Map([['kix.header1', [paragraph('Meridian Works · {{Reference}}')]]]),
    footers: new Map([['kix.footer1', [paragraph('Valid until {{Valid until}}')]]]),
    footnotes: new Map([['kix.fn1', [paragraph(' Payment within {{Payment days}} days.')]]]),
  }
  const terms: NewTab = {
    title: 'Terms',
    body: [heading(1, 'Terms for {{Company}}'), paragraph('This agreement ends on {{End date}}.')],
    children: [{ title: 'Annex', body: [paragraph('Contact for invoices: {{Invoice address}}')] }],
  }
  return [proposal, terms]
}

/** A Word file in Drive. */
export function createContract(): Buffer {
  return writeWord([
    createRichText([heading(1, 'Framework contract'), paragraph('between Meridian Works and {{Company}}')], {
      footers: new Map([['1', [paragraph('{{Reference}}')]]]),
    }),
  ])
}
