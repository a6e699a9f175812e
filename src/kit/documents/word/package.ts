import PizZip from 'pizzip'
import { omitUndefined } from '../../../runtime/omit.ts'
import type { Archive } from './archive.ts'
import { UnusableDocumentError } from './problem.ts'

const CONTENT_TYPES = '[Content_Types].xml'
/** Content type of the main part of a `.docx`. */
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Those of its relatives: `.dotx`, `.docm` and `.dotm`. */
const RELATIVES = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
  'application/vnd.ms-word.document.macroEnabled.main+xml',
  'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
]

/** Text, styles and the like. A document of a thousand pages has about ten (bytes). */
const MAX_XML_BYTES = 20 * 1024 * 1024

/** Throws UnusableDocumentError unless it is the archive of a Word document (ECMA-376, Part 2). */
export function requireWordDocument(archive: Archive): void {
  const types = archive.get(CONTENT_TYPES)?.toString() ?? ''
  if (!types.includes(DOCUMENT)) {
    throw new UnusableDocumentError(RELATIVES.some((type) => types.includes(type)) ? 'other-kind' : 'unreadable')
  }
  const sizes = [...archive].map(([path, { length }]) => (path.endsWith('.xml') ? length : 0))
  if (sizes.reduce((total, size) => total + size, 0) > MAX_XML_BYTES) throw new UnusableDocumentError('too-large')
}

/** Pictures that are compressed already. To compress them again takes seconds and saves nothing. */
const COMPRESSED = /\.(?:gif|jpe?g|png|webp)$/i

/** The parts as an archive of the library that fills templates. */
export function toZip(parts: Iterable<readonly [path: string, content: Buffer]>): PizZip {
  const zip = new PizZip()
  for (const [path, content] of parts) {
    const compression = COMPRESSED.test(path) ? ('STORE' as const) : undefined
    zip.file(path, content, { createFolders: false, ...omitUndefined({ compression }) })
  }
  return zip
}
