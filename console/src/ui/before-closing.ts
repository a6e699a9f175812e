const checks = new Set<() => boolean>()

/** The browser warns before the window is closed while something is unsaved, also when another page is shown. */
export function warnBeforeClosing(hasUnsaved: () => boolean): void {
  if (checks.size === 0) window.addEventListener('beforeunload', warn)
  checks.add(hasUnsaved)
}

function warn(event: BeforeUnloadEvent): void {
  if ([...checks].some((hasUnsaved) => hasUnsaved())) event.preventDefault()
}
