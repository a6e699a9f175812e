import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { isEditable } from '../../collaboration/shown-block.ts'
import { SaveNoteDocument } from '../../documents.ts'
import { useGraphClient, useLiveState } from '../../graph/context.tsx'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { usePerson } from '../../sign-in/session-context.tsx'
import { warnBeforeClosing } from '../../ui/before-closing.ts'
import { lazyPart } from '../../ui/load-part.ts'
import { notifyFailure } from '../../ui/notify.ts'
import { Loading } from '../../ui/states.tsx'
import { notifyUnsaved, reasonOf } from '../unsaved.tsx'
import { Conflict } from './conflict.tsx'
import { tabDrafts } from './drafts.ts'
import { openNotes, type Stranded } from './open-notes.ts'
import { fromText, joinDocuments } from './plain.ts'
import { SaveLine } from './save-line.tsx'
import type { NotePort, NoteSaver } from './saver.ts'
import { toText } from './text.ts'
import { type EditedNote, toVersion } from './use-note-port.ts'

const RichText = lazyPart(() => import('./rich-text.tsx'))

/** The most characters of a title that the platform stores. */
const MAX_TITLE_LENGTH = 1_000

/** Title and text of a note, and whether they are saved. */
export function EditedNoteForm({ note, port }: { note: EditedNote; port: NotePort }) {
  const saver = useSaver(note, port)
  const state = useSyncExternalStore(
    (listener) => saver.subscribe(listener),
    () => saver.state,
  )
  const [title, setTitle] = useState(saver.content.title)
  const [isPlain, setPlain] = useState(false)
  useEffect(() => saver.onAccepted((content) => setTitle(content.title)), [saver])
  const saveCopy = useSaveCopy(saver)
  const canEdit = isEditable(note) && !note.archived
  return (
    <Stack gap="sm">
      <TextInput
        label="Title"
        value={title}
        maxLength={MAX_TITLE_LENGTH}
        readOnly={!canEdit}
        placeholder={canEdit ? 'Untitled note' : ''}
        onChange={(event) => {
          setTitle(event.currentTarget.value)
          saver.editTitle(event.currentTarget.value)
        }}
      />
      {state.kind === 'conflict' && (
        <Conflict
          mine={saver.content}
          theirs={state.theirs}
          onBoth={() => saver.chooseBoth(joinDocuments)}
          onMine={() => saver.chooseMine()}
          onTheirs={() => saver.chooseTheirs()}
        />
      )}
      <Suspense fallback={<Loading lines={6} />}>
        <RichText
          key={isPlain ? 'plain' : 'rich'}
          saver={saver}
          isEditable={canEdit}
          otherwise={
            <OtherEditor
              text={note.text}
              onConvert={
                canEdit
                  ? () => {
                      saver.editDocument(() => fromText(note.text ?? ''))
                      setPlain(true)
                    }
                  : undefined
              }
            />
          }
        />
      </Suspense>
      {(canEdit || state.kind !== 'saved') && (
        <SaveLine state={state} onRetry={() => saver.flush()} onSaveCopy={saveCopy} />
      )}
    </Stack>
  )
}

/** The saver of a note while it is shown, which goes on until everything is saved. */
function useSaver(note: EditedNote, port: NotePort): NoteSaver {
  const { person, isSignedIn } = usePerson()
  const navigate = useNavigate()
  const key = `${person}.${note._id}`
  const client = useGraphClient()
  const live = useLiveState()
  const [saver] = useState(() => openNotes.open(key, toVersion(note), port, tabDrafts(person, note._id)))
  useEffect(() => saver.receive(toVersion(note)), [saver, note])
  useEffect(() => {
    openNotes.enter(key)
    return () =>
      openNotes.leave(key, ({ content }, state) => {
        // It is shown to nobody else. The draft remains until they open the note again.
        if (!isSignedIn()) return
        const text = [content.title, toText(content.document)].join('\n')
        const open = () => navigate(`/blocks/${note._id}`)
        notifyUnsaved({ of: 'a note', reason: whyStranded(state), text, open })
      })
  }, [key, isSignedIn, note._id, navigate])
  // The platform is back, or the person has signed in again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new client means a new sign-in
  useEffect(() => {
    if (live === 'live' && saver.state.kind === 'failed') saver.flush()
  }, [saver, live, client])
  useEffect(() => warnBeforeClosing(hasUnsavedNotes), [])
  return saver
}

/** Also in notes that were left, whatever page is shown. */
const hasUnsavedNotes = () => openNotes.hasUnsaved

function whyStranded(state: Stranded): string {
  if (state.kind === 'failed') return reasonOf(state.error)
  return 'Somebody else changed it while you were writing. Open it to decide what it says.'
}

/** Saves what was written as a note of the person's own, and opens it. */
function useSaveCopy(saver: NoteSaver) {
  const { mutateAsync } = useGraphMutation(SaveNoteDocument)
  const navigate = useNavigate()
  return async () => {
    const _id = crypto.randomUUID()
    try {
      await mutateAsync({ input: { _id, ...saver.content } })
      await navigate(`/blocks/${_id}`)
    } catch (error) {
      notifyFailure(error)
    }
  }
}

interface OtherEditorProps {
  text: string | null
  onConvert: (() => void) | undefined
}

/** A note that another kind of editor has written: its text, and the offer to go on with it. */
function OtherEditor({ text, onConvert }: OtherEditorProps) {
  return (
    <Stack gap="sm">
      <Alert color="gray" title="This note was written with another kind of editor">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            Its text is shown without formatting.
            {onConvert && ' You can edit the text here; the formatting of the other editor is then replaced.'}
          </Text>
          {onConvert && (
            <Button size="compact-sm" variant="default" onClick={onConvert}>
              Edit the text
            </Button>
          )}
        </Stack>
      </Alert>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
    </Stack>
  )
}
