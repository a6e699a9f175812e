type Simplify<T> = { [Name in keyof T]: T[Name] } & {}

/** `Members` without `Absent`: a member that may be absent becomes optional, and is never present as `undefined`. */
type Without<Members, Absent> = Simplify<
  {
    [Name in keyof Members as Extract<Members[Name], Absent> extends never ? Name : never]: Members[Name]
  } & {
    [Name in keyof Members as Extract<Members[Name], Absent> extends never ? never : Name]?: Exclude<
      Members[Name],
      Absent
    >
  }
>

/** A copy of an object literal without the members that are `undefined`. Write conditional members with it. */
export function omitUndefined<Members extends object>(members: Members): Without<Members, undefined> {
  return omit(members, (value) => value === undefined) as Without<Members, undefined>
}

/** A copy without the members that are `undefined` or `null`: GraphQL input fields may be either. */
export function omitNullish<Members extends object>(members: Members): Without<Members, undefined | null> {
  return omit(members, (value) => value === undefined || value === null) as Without<Members, undefined | null>
}

/** A copy without the members that are `undefined`, `null` or `''`: vendors send all three for "not set". */
export function omitEmpty<Members extends object>(members: Members): Partial<Without<Members, undefined | null | ''>> {
  const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
  return omit(members, isEmpty) as Partial<Without<Members, undefined | null | ''>>
}

function omit(members: object, isAbsent: (value: unknown) => boolean): object {
  const present: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) if (!isAbsent(value)) present[name] = value
  return present
}
