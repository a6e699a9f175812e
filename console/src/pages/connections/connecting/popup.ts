const SIZE = { width: 560, height: 760 }

/**
 * Opens the window in which an account is connected. It has to be called in the click itself, or browsers block it; its
 * address follows. Undefined if it was blocked all the same.
 */
export function openPopup(label: string): Window | undefined {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - SIZE.width) / 2))
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - SIZE.height) / 3))
  const features = `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`
  const popup = window.open('about:blank', '_blank', features)
  if (!popup || popup.closed) return undefined
  popup.document.title = `Connect ${label}`
  popup.document.body.textContent = 'One moment …'
  popup.focus()
  return popup
}

/** Shows an address in the window. Nothing happens if it has been closed. */
export function navigatePopup(popup: Window, url: string): void {
  if (!popup.closed) popup.location.replace(url)
}
