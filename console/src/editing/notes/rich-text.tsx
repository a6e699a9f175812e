import '@mantine/tiptap/styles.css'
import { RichTextEditor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { openDocument, toStoredDocument } from './document.ts'
import classes from './rich-text.module.css'
import type { NoteSaver } from './saver.ts'
import { extensions, schema } from './schema.ts'
import { Toolbar } from './toolbar.tsx'

interface RichTextProps {
  saver: NoteSaver
  isEditable: boolean
  /** Of another kind of editor: what is shown instead. */
  otherwise: React.ReactNode
}

/** The text of a note. What is written goes to the saver, and what others write comes from it. */
export default function RichText({ saver, isEditable, otherwise }: RichTextProps) {
  const [opened, setOpened] = useState(() => openDocument(saver.content.document, schema))
  const frame = useRef(opened?.frame ?? {})
  const editor = useEditor({
    extensions,
    content: opened?.content ?? '',
    editable: isEditable,
    editorProps: {
      attributes: { role: 'textbox', 'aria-label': 'Text of the note', 'aria-multiline': 'true' },
    },
    onUpdate: ({ editor: { state } }) => {
      // Documents of the editor never change, so this one can be stored later.
      const { doc } = state
      saver.editDocument(() => toStoredDocument(doc.toJSON(), frame.current))
    },
  })
  useEffect(() => editor.setEditable(isEditable, false), [editor, isEditable])
  useEffect(
    () =>
      saver.onAccepted(({ document }) => {
        const accepted = openDocument(document, schema)
        setOpened(accepted)
        if (!accepted) return
        frame.current = accepted.frame
        const { from, to } = editor.state.selection
        editor.commands.setContent(accepted.content, { emitUpdate: false })
        const end = editor.state.doc.content.size
        editor.commands.setTextSelection({ from: Math.min(from, end), to: Math.min(to, end) })
      }),
    [editor, saver],
  )
  if (!opened) return otherwise
  return (
    <RichTextEditor editor={editor} className={classes.editor} withTypographyStyles>
      {isEditable && <Toolbar onLeave={() => editor.commands.focus()} />}
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}
