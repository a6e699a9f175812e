import { RichTextEditor } from '@mantine/tiptap'
import { type KeyboardEvent, useRef } from 'react'

/** Formats the text. The arrow keys move between the buttons, and Escape returns to the text. */
export function Toolbar({ onLeave }: { onLeave: () => unknown }) {
  const bar = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return void onLeave()
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -100, End: 100 }[event.key]
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (step === undefined || index < 0) return
    event.preventDefault()
    buttons[Math.max(0, Math.min(buttons.length - 1, index + step))]?.focus()
  }
  return (
    <RichTextEditor.Toolbar ref={bar} sticky stickyOffset={52} role="toolbar" aria-label="Formatting" onKeyDown={move}>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H1 />
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        <RichTextEditor.CodeBlock />
        <RichTextEditor.Hr />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}
