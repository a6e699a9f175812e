type Simplify<T> = { [Name in keyof T]: T[Name] } & {}

type Defined<Members> = Simplify<
  { [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name] } & {
    [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>
  }
>

/** A copy of an object literal without the members that are `undefined`. Write conditional members with it. */
export function omitUndefined<Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<Members>
}
