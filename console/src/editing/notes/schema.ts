import { type Extensions, getSchema } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { foreignExtensions } from './foreign.ts'

/** Nodes and marks of the editor; everything else is kept as it is. */
const KNOWN = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'hardBreak',
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'link',
]

/** What notes are written with. */
export const extensions: Extensions = [
  // A paragraph at the end that nobody wrote would be a change.
  StarterKit.configure({ trailingNode: false, link: { openOnClick: false, defaultProtocol: 'https' } }),
  ...foreignExtensions(KNOWN),
]

export const schema = getSchema(extensions)
