import PizZip from 'pizzip'
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

/** Throws UnusableDocumentError unless it is the archive of a Word document (ECMA-376, Part 2). */
export function requireWordDocument(archive: Archive): void {
  const types = archive.get(CONTENT_TYPES)?.toString() ?? ''
  if (types.includes(DOCUMENT)) return
  throw new UnusableDocumentError(RELATIVES.some((type) => types.includes(type)) ? 'other-kind' : 'unreadable')
}

/** The parts as an archive of the library that fills templates. */
export function toZip(parts: Iterable<readonly [path: string, content: Buffer]>): PizZip {
  const zip = new PizZip()
  for (const [path, content] of parts) zip.file(path, content, { createFolders: false })
  return zip
}
