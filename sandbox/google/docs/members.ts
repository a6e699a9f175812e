/** The members of a JSON object. */
export type Members = Record<string, unknown>

/** Fails if the value is no object or has other members, as the JSON form of protocol buffers requires. */
export function checkMembers(
  value: unknown,
  names: readonly string[],
  path: string,
  fail: (message: string) => never,
): asserts value is Members {
  const at = path === '' ? '' : ` at '${path}'`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail(`Invalid value${at}: an object was expected.`)
  }
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    fail(`Invalid JSON payload received. Unknown name "${unknown}"${at}: Cannot find field.`)
  }
}

/** The text of a member, empty if it is absent. */
export function textAt(value: Members, name: string, path: string, fail: (message: string) => never): string {
  const text = value[name] ?? ''
  return typeof text === 'string'
    ? text
    : fail(`Invalid value at '${path}.${name}' (TYPE_STRING), ${JSON.stringify(text)}`)
}
