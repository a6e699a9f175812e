import { Stack } from '@mantine/core'
import { NoteEditor } from '../../../editing/note-editor.tsx'
import type { BlockOf } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { References } from '../shared/references.tsx'
import { LinkedText } from '../text/linked.tsx'

/** A note, which is edited where it is read. */
export default function NoteContent({ note }: { note: BlockOf<'Note'> }) {
  const { templateInstructions, templateReferenceBlock } = note
  return (
    <Stack gap="md">
      <Facts
        facts={[
          templateReferenceBlock && {
            label: 'From template',
            value: <References references={[templateReferenceBlock]} />,
          },
          {
            label: 'Instructions',
            value: templateInstructions?.trim() && <LinkedText text={templateInstructions.trim()} />,
          },
        ]}
      />
      <NoteEditor key={note._id} noteId={note._id} />
    </Stack>
  )
}
