/** The colours that a folder can have, as named by the theme, and what they are called. */
export const FOLDER_COLORS = [
  { value: 'gray', label: 'Grey' },
  { value: 'blue', label: 'Blue' },
  { value: 'teal', label: 'Teal' },
  { value: 'green', label: 'Green' },
  { value: 'yellow', label: 'Yellow' },
  { value: 'orange', label: 'Orange' },
  { value: 'red', label: 'Red' },
  { value: 'pink', label: 'Pink' },
  { value: 'violet', label: 'Violet' },
] as const

/** The theme's colour of a folder. Other applications may have stored any text; what is not known is grey. */
export function toThemeColor(color: string | null | undefined): string {
  const name = color?.trim().toLowerCase()
  return FOLDER_COLORS.find(({ value }) => value === name)?.value ?? 'gray'
}
