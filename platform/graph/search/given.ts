/** Members that may be there or not, whichever way that is said. */
export type Given<T extends object> = { [Name in keyof T]?: T[Name] | null | undefined }

type Present<T extends object> = { [Name in keyof T]?: NonNullable<T[Name]> }

/** Those that are there. */
export function given<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null)) as Present<T>
}
