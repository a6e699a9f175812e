import type { Attachment } from '../mail/message.ts'

export const CSV: Attachment = {
  name: 'suppliers.csv',
  contentType: 'text/csv',
  content: Buffer.from('name,account\r\nKōwhai Foods,02-0100-0000001-00\r\n'),
}

export const QUOTE_PDF: Attachment = {
  name: 'offer 2026.pdf',
  contentType: 'application/pdf',
  content: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n', 'latin1'),
}

/** An inline image of the signature. */
export const LOGO: Attachment = {
  name: 'image001.png',
  contentType: 'image/png',
  contentId: 'image001.png@01DC0001.5A5A5A50',
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}
