type Present<Members> = { [Name in keyof Members]?: Exclude<Members[Name], null | undefined | ''> }

/** The members that hold something: vendors leave out, empty or null what they do not know. */
export function present<Members extends Record<string, unknown>>(members: Members): Present<Members> {
  const filled = Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(filled) as Present<Members>
}
