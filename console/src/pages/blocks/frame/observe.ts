export interface FrameObserver {
  /** Called with the height of the content (px) whenever it changes. */
  onHeight: (height: number) => void
  /** Called when the pointer or the focus enters a link, and with undefined when it leaves it. */
  onLink: (link: { href: string; text: string } | undefined) => void
}

/** Observes a document without scripts from the outside. Returns a function that ends it. */
export function observeFrame(content: Document, { onHeight, onLink }: FrameObserver): () => void {
  const measure = () => {
    const { documentElement: root, body, defaultView } = content
    // Wide content has a scrollbar below it.
    const scrollbar = (defaultView?.innerHeight ?? root.clientHeight) - root.clientHeight
    onHeight(Math.ceil(body.getBoundingClientRect().height) + Math.max(0, scrollbar))
  }
  const observer = new ResizeObserver(measure)
  observer.observe(content.body)
  measure()
  const enter = ({ target }: Event) => {
    const link = (target as Element | null)?.closest?.('a[href]')
    onLink(link ? { href: link.getAttribute('href') ?? '', text: link.textContent ?? '' } : undefined)
  }
  const leave = () => onLink(undefined)
  const listeners = [
    ['mouseover', enter],
    ['focusin', enter],
    ['mouseleave', leave],
    ['focusout', leave],
    ['keydown', forwardShortcut],
  ] as const
  for (const [type, listener] of listeners) content.addEventListener(type, listener as EventListener)
  return () => {
    observer.disconnect()
    for (const [type, listener] of listeners) content.removeEventListener(type, listener as EventListener)
  }
}

/** Shortcuts of the console work while the focus is in the frame. */
function forwardShortcut(event: KeyboardEvent): void {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event
  if (!ctrlKey && !metaKey && key !== 'Escape' && key !== '/') return
  const copy = new KeyboardEvent('keydown', {
    key,
    code,
    ctrlKey,
    metaKey,
    shiftKey,
    altKey,
    bubbles: true,
    cancelable: true,
  })
  if (!document.documentElement.dispatchEvent(copy)) event.preventDefault()
}
