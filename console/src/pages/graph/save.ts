/** Lets the browser save a file. */
export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then; until then the browser needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
