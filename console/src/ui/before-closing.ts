const questions = new Set<() => boolean>()

/** The browser asks before the window is closed while something is unsaved, whatever page is shown. */
export function askBeforeClosing(hasUnsaved: () => boolean): void {
  if (questions.size === 0) window.addEventListener('beforeunload', ask)
  questions.add(hasUnsaved)
}

function ask(event: BeforeUnloadEvent): void {
  if ([...questions].some((hasUnsaved) => hasUnsaved())) event.preventDefault()
}
