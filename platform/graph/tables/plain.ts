/** The store's texts hold no NUL, so one that does names nothing. */
export function plain(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}
